import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '@shirogane/api/db/uuid'
import type { World } from '../bench/world.ts'
import { type Answer, call, type Session } from '../lib/call.ts'
import type { Entry, Journal, Tenders } from './journal.ts'

export type Person = Session & { user_id: string }

export interface Shop {
  world: World
  /** Changes when the server comes back; registers find it again by themselves. */
  origin(): string
  clerks: (Session & { register_id: string })[]
  customers: Person[]
  random(): number
}

/** A register that rings up sale after sale and never assumes anything about an answer that it did not get. */
export async function workRegister(
  shop: Shop,
  clerk: number,
  journal: Journal,
  isOpen: () => boolean,
): Promise<void> {
  while (isOpen()) {
    const sales = await nextSales(shop, clerk)
    for (const entry of sales) journal.push(entry)
    // Two entries are two registers after one code; a double tap is one entry sent twice.
    await Promise.all(
      sales.flatMap((entry) =>
        shop.random() < 0.1 ? [sendSale(shop, entry), sendSale(shop, entry)] : [sendSale(shop, entry)],
      ),
    )
    if (sales.length === 0 || sales.some(({ outcome }) => outcome === 'unknown')) await sleep(50)
  }
}

async function nextSales(shop: Shop, clerk: number): Promise<Entry[]> {
  const { random, customers } = shop
  const dice = random()
  if (dice < 0.15) return [walkIn(shop, clerk)]
  const customer = customers[Math.floor(random() * customers.length)]!
  const token = await fetchCode(shop, customer)
  if (!token) return []
  if (dice < 0.25)
    return [sale(shop, clerk, customer, token), sale(shop, otherThan(shop, clerk), customer, token)]
  if (dice < 0.33) return [tooDear(shop, clerk, customer, token)]
  if (dice < 0.6) return inTwoSteps(shop, clerk, customer, token)
  return [sale(shop, clerk, customer, token)]
}

const otherThan = ({ clerks }: Shop, clerk: number): number => (clerk + 1) % clerks.length

function pickArticles({ world, random }: Shop) {
  const pick = () => world.skus[Math.floor(random() * world.skus.length)]!
  const [one, two] = [pick(), pick()]
  const total = one.price + 2 * two.price
  const items = [
    { sku_id: one.id, quantity: 1 },
    { sku_id: two.id, quantity: 2 },
  ]
  return { items, total }
}

function sale(shop: Shop, clerk: number, customer: Person, token: string): Entry {
  const { items, total } = pickArticles(shop)
  const tenders = {
    points: Math.floor(shop.random() * 20),
    balance: 1 + Math.floor(shop.random() * 300),
    cash: 0,
  }
  tenders.cash = total - tenders.points - tenders.balance
  return entryOf(shop, clerk, { customer_id: customer.user_id, token, items, total, tenders })
}

function walkIn(shop: Shop, clerk: number): Entry {
  const { items, total } = pickArticles(shop)
  return entryOf(shop, clerk, {
    customer_id: null,
    items,
    total,
    tenders: { points: 0, balance: 0, cash: total },
  })
}

/** One yen more by balance than anybody holds: refused, and refused for good. */
function tooDear(shop: Shop, clerk: number, customer: Person, token: string): Entry {
  const items = [{ name: '銀の大皿', unit_price: 95_000, quantity: 1 }]
  const tenders = { points: 0, balance: 95_000, cash: 0 }
  return entryOf(shop, clerk, { customer_id: customer.user_id, token, items, total: 95_000, tenders })
}

interface Wanted {
  customer_id: string | null
  token?: string
  items: unknown
  total: number
  tenders: Tenders
}

function entryOf(
  { clerks }: Shop,
  clerk: number,
  { customer_id, token, items, total, tenders }: Wanted,
): Entry {
  const transaction_id = uuidv7()
  const { register_id } = clerks[clerk]!
  const body = {
    ...(token && { token }),
    transaction_id,
    register_id,
    items,
    tenders,
    cash_tendered: tenders.cash,
  }
  return {
    key: randomUUID(),
    transaction_id,
    clerk,
    customer_id,
    method: 'POST',
    path: '/v1/transactions/pay',
    body,
    total,
    tenders,
    outcome: 'unknown',
    code: null,
    number: null,
    sent_at: null,
    acknowledged_at: null,
  }
}

/** First the scan, which opens a checkout and moves nothing, then the settlement, which is what the journal is about. */
async function inTwoSteps(shop: Shop, clerk: number, customer: Person, token: string): Promise<Entry[]> {
  const entry = sale(shop, clerk, customer, token)
  const { transaction_id, register_id, items, tenders, cash_tendered } = entry.body as Record<string, unknown>
  const scanned = await ask(shop, clerk, {
    method: 'POST',
    path: '/v1/transactions/pay',
    key: randomUUID(),
    body: { token, transaction_id, register_id },
  })
  if (scanned?.status !== 200) return []
  return [
    {
      ...entry,
      method: 'PATCH',
      path: '/v1/transactions/pay/update',
      body: { transaction_id, items, tenders, cash_tendered, status: 'completed' },
    },
  ]
}

interface Observed {
  code?: string
  transaction?: { number: string }
  token?: string
}

/** Null when no answer came: what happened is not known. */
async function ask({ origin, clerks }: Shop, clerk: number, asked: Asked): Promise<Answer<Observed> | null> {
  return call<Observed>(origin() + asked.path, { ...asked, access: clerks[clerk]!.access }).catch(() => null)
}

interface Asked {
  method: string
  path: string
  key: string
  body: unknown
}

/** A code as a phone fetches it. */
async function fetchCode({ origin }: Shop, { access }: Person): Promise<string | null> {
  const asked = { method: 'POST', access, body: {} }
  const answer = await call<Observed>(`${origin()}/v1/users/token`, asked).catch(() => null)
  return answer?.status === 200 ? (answer.body.token ?? null) : null
}

/** Sends a sale and writes down what is known afterwards. An answer of 5xx, or of the door, is no answer. */
export async function sendSale(shop: Shop, entry: Entry): Promise<Answer<Observed> | null> {
  entry.sent_at ??= Date.now()
  const answer = await ask(shop, entry.clerk, entry)
  if (!answer || answer.status >= 500 || answer.status === 401) return answer
  if (answer.status === 200) {
    entry.outcome = 'acknowledged'
    entry.acknowledged_at ??= Date.now()
    entry.number = answer.body.transaction?.number ?? null
  } else if (entry.outcome !== 'acknowledged') {
    entry.outcome = 'refused'
    entry.code = answer.body.code ?? `status ${answer.status}`
  }
  return answer
}

import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { type ByTender, eachOf, allTenders } from '@shirogane/domain/sales/tenders'
import { settingCatalogue } from '@shirogane/contract/rules/setting-catalogue'
import {
  allocate,
  answerConfirmation,
  askConfirmation,
  chargeCash,
  giveGift,
  type PayRequest,
  payWithin,
  type SaleLine,
  taxOf,
} from '@shirogane/ledger'
import type { Client } from 'pg'
import { dbOf } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { line } from './baskets.ts'
import type { Member } from '../cast.ts'
import { giveWelcome } from './invitations.ts'
import type { SeededIds } from '../seeded-ids.ts'

// What a member of the cast does at the register of their store, each act through the ledger, at the time its clock says.

const deferredLimit = 50_000
/** What a member says who is asked on their phone. */
const unsigned: PayRequest['contract'] = {
  signature: null,
  signed_approval_id: null,
  override_by: null,
  approval_id: null,
  override_reason: null,
}
const unasked = settingCatalogue['pay.confirm_over'].fallback

export type Visit = {
  client: Client
  ids: SeededIds
  member: Member
  customer: string
  /** The customer's own, in which their codes are made. */
  session_id: string
  store: { id: string; register_id: string }
  /** Who serves them, and where. */
  register: { actor_id: string; session_id: string; register_id: string }
}

/** Charges what is missing of the balance that the cast is to have. */
export async function fillUp(visit: Visit): Promise<void> {
  const short = visit.member.balance - (await wallet(visit)).balance
  if (short > 0) await charge(visit, Math.min(30_000, Math.ceil(short / 1_000) * 1_000))
}

export async function buy(visit: Visit, total: number, lines: SaleLine[], index: number): Promise<void> {
  const { client, member, customer } = visit
  const held = await wallet(visit)
  // Now and then a few points; else balance while it lasts, charged at the register before, and cash for the rest. No
  // more of both than goes without a tap: the seed has no phone to tap on.
  const points = index % 4 === 3 ? Math.min(held.points, Math.floor(total / 20), unasked) : 0
  const wanted = index % 3 === 2 ? 0 : Math.min(total, unasked) - points
  if (wanted > held.balance) {
    await charge(visit, Math.min(30_000, Math.max(1_000, Math.ceil((wanted - held.balance) / 5_000) * 5_000)))
  }
  const balance = Math.min(wanted, (await wallet(visit)).balance)
  const rest = total - points - balance
  const card = index % 5 === 4 ? rest : 0
  const sale = await pay(visit, total, lines, { points, balance, cash: rest - card, card })
  if (index === 0 && member.invited_by) await giveWelcome(client, { sale, customer })
}

export async function payCash(visit: Visit, total: number): Promise<void> {
  const lines = [line(1, null, 'オーダーメイド', total)]
  await pay(visit, total, lines, { cash: total })
}

export async function payOne(visit: Visit, sku: string, by: 'card' | 'later'): Promise<string> {
  const { id, name, price } = visit.ids.skus.get(sku)!
  return pay(visit, price, [line(1, id, name, price)], { [by]: price })
}

export async function defer(visit: Visit, code: string): Promise<void> {
  const { client, customer, store } = visit
  await client.query(
    `select ledger.set_deferred_limit($1, $2, '常連のお客さま', e.user_id, null, e.store_id)
     from employees e where e.type = 'manager' and e.store_id = $3`,
    [customer, deferredLimit, store.id],
  )
  await payOne(visit, code, 'later')
}

async function wallet({ client, customer }: Visit): Promise<{ balance: number; points: number }> {
  const { rows } = await client.query<{ balance: string; points: string }>(
    `select balance_paid + balance_bonus as balance, point_regular + (select coalesce(sum(remaining), 0)
       from ledger.point_lots where user_id = $1 and expires_at > ledger.now()) as points
     from ledger.wallets where user_id = $1`,
    [customer],
  )
  return { balance: Number(rows[0]!.balance), points: Number(rows[0]!.points) }
}

export async function grant(
  { client, customer, store }: Visit,
  points: number,
  expiresAt: Date | null,
  text: string,
): Promise<void> {
  await giveGift(dbOf(client), {
    transaction_id: uuidv7(),
    user_id: customer,
    store_id: store.id,
    points,
    expires_at: expiresAt?.toISOString() ?? null,
    message: { code: 'gift', text },
  })
}

export async function gift({ client, customer, store }: Visit, yen: number, text: string): Promise<void> {
  await giveGift(dbOf(client), {
    transaction_id: uuidv7(),
    user_id: customer,
    store_id: store.id,
    yen,
    message: { code: 'gift', text },
  })
}

async function charge({ client, customer, store, register }: Visit, amount: number): Promise<void> {
  const transaction_id = uuidv7()
  const { code } = await chargeCash(dbOf(client), {
    actor_id: register.actor_id,
    session_id: register.session_id,
    route: 'charge_cash',
    key: transaction_id,
    request_hash: Buffer.alloc(1),
    transaction_id,
    customer_id: customer,
    code_id: null,
    store_id: store.id,
    register_id: store.register_id,
    amount,
    cash_tendered: amount,
  })
  if (code !== null) throw new Error(`The charge was refused: ${code}`)
}

async function pay(visit: Visit, total: number, lines: SaleLine[], by: Partial<ByTender>): Promise<string> {
  const { client, customer, session_id, store, register, member } = visit
  const transaction_id = uuidv7()
  const token = randomBytes(32)
  await client.query('select ledger.issue_pay_code($1, $2, $3, $4, $5, 300, 10)', [
    uuidv7(),
    customer,
    session_id,
    token,
    randomBytes(32),
  ])
  const tenders = eachOf(allTenders, (tender) => by[tender] ?? 0)
  const allocated = allocate(lines, tenders)
  const { cash, later } = tenders
  const asked: PayRequest = {
    ...register,
    route: 'pay',
    key: uuidv7(),
    request_hash: Buffer.of(0),
    transaction_id,
    checkout_id: null,
    token_hash: token,
    code_hash: null,
    store_id: store.id,
    lines: allocated,
    total,
    ...tenders,
    contract: later > 0 ? unsigned : null,
    cash_tendered: cash > 0 ? Math.ceil(cash / 1_000) * 1_000 : null,
    tax: taxOf(allocated),
    note: null,
  }
  const refused = (code: string) => new Error(`The history of ${member.username} was refused: ${code}`)
  if (later > 0) {
    const code = await agree(visit, asked)
    if (code !== null) throw refused(code)
  }
  // Who was asked pays with the sale that stands open at the register.
  const paid = later > 0 ? { ...asked, checkout_id: transaction_id, token_hash: null } : asked
  const { code } = await payWithin(dbOf(client), paid)
  if (code !== null) throw refused(code)
  return transaction_id
}

/** What is deferred is put before the member, who says yes on their phone. */
async function agree({ client, customer, session_id }: Visit, asked: PayRequest): Promise<string | null> {
  const id = uuidv7()
  const put = await askConfirmation(dbOf(client), asked, {
    id,
    digest: Buffer.from(id),
    over: unasked,
    items: [],
    discount: undefined,
    answerSeconds: limits.confirmSeconds,
    useSeconds: limits.confirmUseSeconds,
  })
  if (put.code !== null) return put.code
  const answer = { id, customer_id: customer, session_id, agrees: true }
  return (await answerConfirmation(dbOf(client), answer)).code
}

import { randomUUID } from 'node:crypto'
import type { Transaction, Wallet } from '@shirogane/contract/resources/shapes'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { signedFor } from '@shirogane/testkit/acts/deferred'
import {
  type Act,
  ask,
  codeOf,
  headOf,
  homeOf,
  keyed,
  type Member,
  members,
  recentOf,
  type Stage,
  storeOf,
  registers,
  untilAgreed,
  well,
} from '../act.ts'

type Tenders = Record<string, number>
type Cart = { amount?: number; items?: object[]; discount?: object }

/** Divides a bill among what there is to pay it with. */
function mixOf({ draw }: Stage, total: number, wallet: Wallet | null): Tenders {
  const tenders: Tenders = {}
  let left = total
  const take = (name: string, most: number) => {
    const part = Math.min(left, most)
    if (part <= 0) return
    tenders[name] = part
    left -= part
  }
  if (wallet) {
    if (draw.chance(0.45)) take('points', draw.chance(0.5) ? wallet.point_balance : draw.int(0, 800))
    if (draw.chance(0.6)) take('balance', draw.chance(0.6) ? wallet.balance : draw.int(0, 6_000))
    if (draw.chance(0.12)) take('later', draw.chance(0.5) ? left : draw.int(1, left + 1))
  }
  if (draw.chance(0.3)) take('card', draw.chance(0.6) ? left : draw.int(0, left))
  take('cash', left)
  return tenders
}

async function articlesOf({ world, memory }: Stage) {
  if (memory.articles.length === 0)
    memory.articles = await world.db.query(
      `select id, price, weighed as by_weight from skus where active order by sku`,
    )
  return memory.articles
}

const reasons = ['display', 'flaw', 'bundle', 'campaign', 'apology'] as const
function discountOf({ draw }: Stage): object {
  return draw.chance(0.7)
    ? { kind: 'percent', value: draw.pick([5, 10, 10, 15, 30]), reason: draw.pick(reasons) }
    : { kind: 'yen', value: draw.int(1, 900), reason: 'other', note: '端数を引く' }
}

async function cartOf(stage: Stage): Promise<Cart> {
  const { draw } = stage
  if (draw.chance(0.4)) return { amount: draw.chance(0.85) ? draw.int(1, 12_000) : draw.int(9_000, 90_000) }
  const articles = await articlesOf(stage)
  const items = Array.from({ length: draw.int(1, 3) }, () => {
    const extras = draw.chance(0.12) ? { discount: discountOf(stage) } : {}
    if (draw.chance(0.2))
      return {
        name: '雑貨',
        unit_price: draw.int(1, 4_000),
        quantity: draw.int(1, 3),
        tax_rate: draw.pick([1_000, 800]),
        ...extras,
      }
    const article = draw.pick(articles)
    return {
      sku_id: article.id,
      quantity: draw.int(1, 2),
      ...(article.by_weight && { weight_mg: draw.int(500, 40_000) }),
      ...extras,
    }
  })
  return { items, ...(draw.chance(0.08) && { discount: discountOf(stage) }) }
}

type Person = { name: Member; caller: Caller }

async function withSignature(
  stage: Stage,
  by: CastName,
  register: Caller,
  userId: string,
  amount: number,
): Promise<object> {
  if (!stage.draw.chance(0.3) || by !== 'clerk') return {}
  return { later: await signedFor(register, userId, amount) }
}

/** What staff can say beside a bill. */
function saidOf({ draw }: Stage, tenders: Tenders): object {
  const cash = tenders['cash'] ?? 0
  return {
    ...(cash > 0 && draw.chance(0.7) && { cash_tendered: Math.ceil(cash / 1_000) * 1_000 }),
    ...((tenders['card'] ?? 0) > 0 &&
      draw.chance(0.7) && {
        terminal: { brand: draw.pick(['visa', 'jcb']), approval_number: String(draw.int(1, 999_999)) },
      }),
    ...(draw.chance(0.08) && { note: 'ラッピング' }),
  }
}

function remember(
  { memory }: Stage,
  by: CastName,
  customer: Member | null,
  { id, spent_total, items }: Transaction,
) {
  memory.sales.push({ id, by, customer, total: spent_total, lines: items.length })
}

async function sale(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = draw.pick(registers)
  const register = await world.as(by)
  const name = draw.chance(0.8) ? draw.pick(members) : null
  const person: Person | null = name && { name, caller: await world.as(name) }
  const wallet = person && (await ask<Wallet>(person.caller, 'users.wallet'))
  const cart = await cartOf(stage)
  const token = person ? { token: await codeOf(person.caller) } : {}
  if (cart.amount !== undefined && draw.chance(0.7))
    return atOnce(stage, { by, register, person, wallet }, cart)

  // Opened first, looked at, and settled after.
  const opened = await ask<RegisterState>(register, 'transactions.pay', keyed({ ...token, ...cart }))
  if (!opened) return
  const { id, spent_total } = opened.transaction
  if (draw.chance(0.05)) {
    await register.call('transactions.payUpdate', keyed({ transaction_id: id, status: 'cancelled' }))
    return
  }
  if (draw.chance(0.1))
    await register.call('transactions.payUpdate', keyed({ transaction_id: id, note: '名入れ' }))
  if (draw.chance(0.2)) await register.call('transactions.registerState', { params: { id } })
  const tenders = mixOf(stage, spent_total, wallet)
  const owed = tenders['later'] ?? 0
  const later =
    person && owed > 0 ? await withSignature(stage, by, register, person.caller.user_id, owed) : {}
  const body = {
    transaction_id: id,
    tenders,
    status: 'completed',
    expected_total: spent_total,
    ...saidOf(stage, tenders),
    ...later,
  }
  const given = keyed(body)
  const reply = await untilAgreed(stage, register, {
    name: 'transactions.payUpdate',
    ask: given,
    customer: person?.caller ?? null,
  })
  await complete(stage, { by, register, person, name: 'transactions.payUpdate' }, given, reply)
}

/** A sale of one amount to one customer, paid with one thing. */
export async function sell(
  stage: Stage,
  by: CastName,
  name: Member,
  amount: number,
  tender: string,
): Promise<void> {
  const { world, draw } = stage
  const [register, customer] = [await world.as(by), await world.as(name)]
  const signed = tender === 'later' ? await withSignature(stage, by, register, customer.user_id, amount) : {}
  const given = keyed({
    token: await codeOf(customer),
    transaction_id: randomUUID(),
    amount,
    tenders: draw.chance(0.9) ? { [tender]: amount } : { [tender]: amount - 1, cash: 1 },
    ...signed,
  })
  const reply = await untilAgreed(stage, register, { name: 'transactions.pay', ask: given, customer })
  await complete(stage, { by, register, person: { name, caller: customer } }, given, reply)
}

type Counter = {
  by: CastName
  register: Caller
  person: Person | null
  wallet?: Wallet | null
  /** The call that settles. */
  name?: 'transactions.pay' | 'transactions.payUpdate'
}

async function atOnce(
  stage: Stage,
  { by, register, person, wallet = null }: Counter,
  cart: Cart,
): Promise<void> {
  const { draw } = stage
  const tenders = mixOf(stage, cart.amount ?? 0, wallet)
  const owed = tenders['later'] ?? 0
  const later =
    person && owed > 0 ? await withSignature(stage, by, register, person.caller.user_id, owed) : {}
  const given = keyed({
    ...(person && { token: await codeOf(person.caller) }),
    transaction_id: randomUUID(),
    ...cart,
    tenders: draw.chance(0.03) ? { ...tenders, cash: (tenders['cash'] ?? 0) + 1 } : tenders,
    ...saidOf(stage, tenders),
    ...later,
  })
  const reply = await untilAgreed(stage, register, {
    name: 'transactions.pay',
    ask: given,
    customer: person?.caller ?? null,
  })
  await complete(stage, { by, register, person }, given, reply)
}

async function complete(
  stage: Stage,
  { by, register, person, name = 'transactions.pay' }: Counter,
  given: object,
  reply: { status: number; body: unknown },
): Promise<void> {
  const { draw } = stage
  const state = reply.status === 200 ? (reply.body as RegisterState) : null
  if (state?.status === 'completed') {
    remember(stage, by, person?.name ?? null, state.transaction)
    // A lost answer: the same is asked once more, and nothing moves again.
    if (draw.chance(0.08)) await register.call(name, given)
    if (draw.chance(0.2)) await readReceipt(stage, register, state.transaction.id, person)
  }
}

async function readReceipt(
  { draw }: Stage,
  register: Caller,
  id: string,
  person: Person | null,
): Promise<void> {
  const params = { id }
  await register.call('transactions.receipt', { params })
  if (draw.chance(0.3))
    await register.call('transactions.receiptCopy', { params, body: { id: randomUUID() } })
  if (draw.chance(0.2))
    await register.call('transactions.receiptMail', {
      params,
      body: { id: randomUUID(), email: 'receipt@example.com' },
    })
  if (!person) return
  if (draw.chance(0.6)) await person.caller.call('transactions.receiptPdf', { params })
  if (draw.chance(0.2)) {
    await person.caller.call('transactions.formalReceipt', { params, body: { addressee: '株式会社例示' } })
    await person.caller.call('transactions.formalReceiptCopy', { params, body: { id: randomUUID() } })
  }
}

async function largePayment(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [register, name] = [await world.as('clerk'), draw.pick(members)]
  const customer = await world.as(name)
  const wallet = await ask<Wallet>(customer, 'users.wallet')
  const amount = draw.int(10_001, Math.max(10_002, wallet?.balance ?? 0))
  const given = keyed({
    token: await codeOf(customer),
    transaction_id: randomUUID(),
    amount,
    tenders: { balance: amount },
  })
  if (draw.chance(0.15)) {
    const state = await ask<RegisterState>(register, 'transactions.pay', given)
    if (state)
      await register.call('transactions.withdrawConfirmation', { params: { id: state.transaction.id } })
    return
  }
  const reply = await untilAgreed(stage, register, { name: 'transactions.pay', ask: given, customer })
  await complete(stage, { by: 'clerk', register, person: { name, caller: customer } }, given, reply)
}

/** What goes wrong at a register. */
async function wrongSale(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [register, customer] = [await world.as('clerk'), await world.as(draw.pick(members))]
  const token = await codeOf(customer)
  const amount = draw.int(1, 5_000)
  const cash = { amount, tenders: { cash: amount } }
  const pay = (body: object) => register.call('transactions.pay', keyed(body))
  await draw.pick([
    async () => {
      await pay({ token, ...cash })
      await pay({ token, ...cash })
    },
    () => pay({ token, amount, tenders: { points: 9_999_999 } }),
    () => pay({ token, amount: 9_000_000, tenders: { balance: 9_000_000 } }),
    () => pay({ token: 'not a code', ...cash }),
    () => pay({ amount, tenders: { points: amount } }),
    () => pay({ token, amount, tenders: { cash: amount - 1 } }),
    () => pay({ token, ...cash, cash_tendered: Math.max(0, amount - 1) }),
    () => pay({ token, ...cash, expected_total: amount + 1 }),
    () => pay({ items: [{ sku_id: randomUUID(), quantity: 1 }], tenders: { cash: 1 } }),
    async () => {
      const { headers } = keyed({})
      await register.call('transactions.pay', { body: { token, ...cash }, headers })
      await register.call('transactions.pay', { body: { ...cash, amount: amount + 1 }, headers })
    },
    async () => {
      world.clock.forward(301_000)
      await pay({ token, ...cash })
    },
    async () => {
      const state = await ask<RegisterState>(register, 'transactions.pay', keyed({ token, amount }))
      world.clock.forward(121_000)
      if (state)
        await register.call(
          'transactions.payUpdate',
          keyed({ transaction_id: state.transaction.id, ...cash, amount: undefined }),
        )
    },
    async () => {
      await customer.call('users.voidToken')
      await pay({ token, ...cash })
    },
    () => customer.call('transactions.pay', keyed(cash)),
    () => world.nobody.call('transactions.pay', keyed(cash)),
    () => register.call('transactions.pay', { body: { token, ...cash }, withKey: false }),
  ])()
}

async function givenBack(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const sold = recentOf(stage, stage.memory.sales)
  if (!sold) return
  const by = draw.chance(0.5) ? 'manager' : draw.chance(0.8) ? sold.by : 'otherClerk'
  const register = await world.as(by)
  const share = draw.pick([
    {},
    { amount: draw.int(1, sold.total) },
    { amount: draw.int(1, Math.max(1, Math.floor(sold.total / 3))) },
    { items: [{ line: draw.int(1, Math.max(1, sold.lines)), quantity: 1 }] },
  ])
  const body = {
    transaction_id: sold.id,
    ...share,
    ...(draw.chance(0.2) && { to_balance: true, consent: true }),
  }
  const { consent: _, ...asked } = body as { consent?: true }
  if (draw.chance(0.8)) await register.call('transactions.refundPreview', { body: asked })
  const approval =
    by === 'manager' || draw.chance(0.3)
      ? {}
      : { approval: { employee_id: castLogins[headOf(by)], password: castPassword } }
  const given = keyed({ ...body, reason: 'お客さま都合', ...approval })
  const reply = await register.call('transactions.refund', given)
  if (reply.status === 200 && draw.chance(0.1)) await register.call('transactions.refund', given)
  const back = well<Transaction>(reply)
  if (back && draw.chance(0.3)) await register.call('transactions.receipt', { params: { id: back.id } })
}

async function takenBack(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = draw.chance(0.75) ? recentOf(stage, memory.sales, 8) : recentOf(stage, memory.granted, 8)
  if (!sold) return
  const register = await world.as(sold.by)
  if (draw.chance(0.5))
    await register.call('transactions.refundPreview', { body: { transaction_id: sold.id, void: true } })
  const employee_id = castLogins[draw.chance(0.8) && sold.by !== 'manager' ? headOf(sold.by) : sold.by]
  await register.call('transactions.delete', {
    params: { id: sold.id },
    ...keyed({ employee_id, password: castPassword, reason: '打ち間違い' }),
  })
}

async function exchanged(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const sold = recentOf(stage, memory.sales)
  if (!sold) return
  const by = draw.chance(0.8) && homeOf(sold.by) === 'KNZ1' ? 'manager' : sold.by
  const price = draw.int(1, 6_000)
  const items = [{ name: '雑貨', unit_price: price, quantity: 1, tax_rate: 1_000 }]
  const token =
    sold.customer && draw.chance(0.5) ? { token: await codeOf(await world.as(sold.customer)) } : {}
  const give_back = { transaction_id: sold.id, items: [{ line: 1, quantity: 1 }], reason: 'サイズ違い' }
  const reply = await (
    await world.as(by)
  ).call(
    'transactions.exchange',
    keyed({
      give_back,
      sale: { ...token, items, tenders: { cash: price } },
      ...(draw.chance(0.7) && { cash_handed: price }),
    }),
  )
  const both = well<{ sale: Transaction }>(reply)
  if (both) remember(stage, by, token.token ? sold.customer : null, both.sale)
}

async function parked(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const by = draw.pick(['clerk', 'manager'] as const)
  const register = await world.as(by)
  const [device] = await world.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = $1 and r.number = 1`,
    [homeOf(by)],
  )
  const register_id = device?.id ?? ''
  const held = recentOf(stage, memory.parked, 5)
  if (!held || draw.chance(0.5)) {
    const id = randomUUID()
    const [price, quantity] = [draw.int(1, 5_000), draw.int(1, 2)]
    const items = [{ name: '雑貨', unit_price: price, quantity, tax_rate: 1_000 }]
    await register.call('transactions.park', { body: { id, register_id, name: '取り置き', items } })
    memory.parked.push({ id, version: 1, items, total: price * quantity })
    return
  }
  const params = { id: held.id }
  if (draw.chance(0.3)) {
    await register.call('transactions.updateParked', {
      params,
      body: { register_id, version: held.version, status: 'discarded' },
    })
    return
  }
  const resumed = await ask<{ version: number; items?: object[] }>(register, 'transactions.resume', {
    params,
    body: { register_id, version: held.version },
  })
  await register.call('transactions.searchSaved', { query: { store_id: await storeOf(stage, homeOf(by)) } })
  if (!resumed) return
  held.version = resumed.version
  const { items, total } = held
  await register.call(
    'transactions.pay',
    keyed({ items, tenders: { cash: total }, parked: { id: held.id, version: resumed.version } }),
  )
}

export const sales: Act[] = [
  { weight: 34, name: 'sale', run: sale },
  { weight: 4, name: 'large payment', run: largePayment },
  { weight: 5, name: 'wrong sale', run: wrongSale },
  { weight: 9, name: 'refund', run: givenBack },
  { weight: 4, name: 'void', run: takenBack },
  { weight: 2, name: 'exchange', run: exchanged },
  { weight: 3, name: 'parked sale', run: parked },
]

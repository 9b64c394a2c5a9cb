// What the door takes of a decision: the acts that are nothing but movements, asked for by the application's role.
import { randomUUID } from 'node:crypto'
import type { Movement } from '@shirogane/domain/movements/movement'
import { accounts } from '@shirogane/domain/movements/transfer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOf, type Rows } from '../act.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
let member: Customer
let stranger: Customer
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  stranger = await world.customer({ points: 500, limited: [[40, '2099-02-01']] })
  member = await world.customer({
    paid: 1_000,
    points: 100,
    limited: [
      [30, '2099-01-01'],
      [40, '2099-03-01'],
    ],
  })
})

const requestOf = (transaction_id: string, key: string = randomUUID()) => ({
  actor_id: world.manager.user_id,
  session_id: world.manager.session_id,
  route: 'door',
  key,
  request_hash: Buffer.from('door'),
  transaction_id,
})

/** Posts movements under a key that is held in the same database transaction, as acts do. */
async function post(
  db: Rows,
  request: object,
  movements: readonly object[],
  held?: string,
): Promise<unknown> {
  const act = JSON.stringify(recordOf(request))
  const [row] = await db.rows<{ held: string }>(
    `select pg_current_xact_id()::text || ' ' || md5($1::jsonb::text) as held`,
    [act],
  )
  const decided = JSON.stringify({ code: null, movements, held: held ?? row!.held })
  const [outcome] = await db.rows<{ code: string | null; replayed: boolean; transaction: string }>(
    'select code, replayed, transaction from ledger.post_act($1, $2)',
    [act, decided],
  )
  return outcome
}
const idOf = (movements: readonly object[]) => (movements[0] as Movement).id ?? randomUUID()
const attempt = (...movements: readonly object[]): Promise<unknown> =>
  withinPool(world.app, (db) => post(db, requestOf(idOf(movements)), movements)).then(
    () => 'posted',
    (error: Error) => error.message,
  )
const takes = (change: Partial<Movement> = {}): Movement => ({
  id: randomUUID(),
  kind: 'adjustment',
  customer_id: member.id,
  store_id: world.register.store_id,
  employee_id: world.manager.user_id,
  transfers: [{ code: 'x', debit: 'point_limited', credit: 'points_cost', amount: 50 }],
  ...change,
})
const putsIn = (): Movement => ({
  id: randomUUID(),
  kind: 'cash',
  step: 'pay_in',
  customer_id: null,
  store_id: world.register.store_id,
  employee_id: world.manager.user_id,
  business_date: '2100-01-01',
  reason: 'x',
  topic: 'till',
  transfers: [{ code: 'x', debit: 'drawer', credit: 'cash_office', amount: 5 }],
})
const lotsOf = async ({ id }: Customer) =>
  (
    await world.owner.query<{ id: string; remaining: number }>(
      'select id, remaining::int from ledger.point_lots where user_id = $1 order by expires_at',
      [id],
    )
  ).rows

test('the accounts of the rules are those of the ledger, in its order', async () => {
  const { rows } = await world.owner.query<{ kind: string }>(
    'select a.kind::text from ledger.accounts a order by a.kind',
  )
  expect(accounts).toEqual(rows.map(({ kind }) => kind))
})

test('what follows from the transfers is derived, and what ends first is taken first', async () => {
  const id = randomUUID()
  await withinPool(world.app, (db) => post(db, requestOf(id), [takes({ id })]))
  const { rows } = await world.owner.query(
    `select tender_point_limited::int as taken, point_limited_after::int as left, point_regular_after::int as regular,
       balance_paid_after::int as paid, number, completed_at = opened_at as at_once
     from ledger.transactions where id = $1`,
    [id],
  )
  expect(rows[0]).toMatchObject({ taken: 50, left: 20, regular: 100, paid: 1_000, at_once: true })
  expect((await lotsOf(member)).map(({ remaining }) => remaining)).toEqual([0, 20])
  expect(await world.findings()).toEqual([])
})

describe('the door takes no', () => {
  test.each<[string, () => object | Promise<object>, RegExp]>([
    ['movement without transfers', () => takes({ transfers: [] }), /has no transfers/],
    [
      'transfer of less than nothing',
      () => takes({ transfers: [{ code: 'x', debit: 'point_regular', credit: 'points_cost', amount: -5 }] }),
      /violates check constraint/,
    ],
    [
      'transfer between yen and points',
      () => takes({ transfers: [{ code: 'x', debit: 'balance_paid', credit: 'point_regular', amount: 5 }] }),
      /moves nothing from balance_paid to point_regular/,
    ],
    [
      'more than the wallet holds',
      () => takes({ transfers: [{ code: 'x', debit: 'point_regular', credit: 'points_cost', amount: 101 }] }),
      /movements_add_up|wallets_not_negative/,
    ],
    [
      'account that there is not',
      () =>
        takes({ transfers: [{ code: 'x', debit: 'treasure', credit: 'points_cost', amount: 1 }] as never }),
      /invalid input value for enum/,
    ],
    [
      'balance of a person without a wallet',
      () => takes({ customer_id: randomUUID(), point_lots: [] }),
      /add up|violates/,
    ],
    [
      'lots of another member',
      async () => takes({ point_lots: [{ lot: (await lotsOf(stranger))[0]!.id, change: -50 }] }),
      /^lots of .* do not add up/,
    ],
    [
      'more of a lot than is in it',
      async () => takes({ point_lots: [{ lot: (await lotsOf(member))[0]!.id, change: -50 }] }),
      /violates check constraint/,
    ],
    [
      'lot while one that ends before it still has some',
      async () => {
        const [early, late] = await lotsOf(member)
        return takes({
          point_lots: [
            { lot: early!.id, change: -10 },
            { lot: late!.id, change: -40 },
          ],
        })
      },
      /not used in the order of their ends/,
    ],
    [
      'lot that nothing came for',
      () => takes({ new_point_lots: [{ amount: 5, until: '2099-01-01' }] }),
      /^lots of/,
    ],
    ['sale', () => ({ ...takes(), kind: 'payment' }), /posted by an act of its own/],
    ['refund', () => ({ ...takes(), kind: 'refund' }), /posted by an act of its own/],
    ['payout', () => ({ ...takes(), kind: 'payout' }), /posted by an act of its own/],
    ['kind that there is not', () => ({ ...takes(), kind: 'gift' }), /posted by an act of its own/],
    [
      'reward that no sale earned',
      () =>
        takes({
          kind: 'reward',
          step: 'claim',
          transfers: [{ code: 'x', debit: 'reward_confirmed', credit: 'reward', amount: 5 }],
        }),
      /violates|says something else than its rewards|add up/,
    ],
    [
      'cash for balance where no charge is taken back',
      () => takes({ transfers: [{ code: 'x', debit: 'balance_paid', credit: 'drawer', amount: 500 }] }),
      /takes back no charge in cash/,
    ],
    ['cash of a member', () => ({ ...putsIn(), customer_id: member.id }), /movements_add_up/],
    ['cash that says of no act why it moved', () => ({ ...putsIn(), step: null }), /movements_add_up/],
    ['cash that is put in without a reason', () => ({ ...putsIn(), reason: null }), /movements_add_up/],
    ['cash taken out that is put in', () => ({ ...putsIn(), step: 'pay_out' }), /goes the other way/],
  ])('%s', async (_, movement, refusal) => {
    const before = await world.wallet(member)
    expect(await attempt(await movement())).toMatch(refusal)
    expect(await world.wallet(member)).toEqual(before)
  })

  test('decision of another database transaction, and none without a key of its own', async () => {
    const other = await withinPool(world.app, async (db) => {
      const [row] = await db.rows<{ id: string }>('select pg_current_xact_id()::text as id')
      return row!.id
    })
    const request = requestOf(randomUUID())
    const held = `${other} ${'0'.repeat(32)}`
    await expect(withinPool(world.app, (db) => post(db, request, [takes()], held))).rejects.toThrow(
      'not made of the facts of this act',
    )
  })

  test('day but the one that its shop is on', async () => {
    const id = randomUUID()
    await attempt({ ...takes({ id }), business_date: '2000-01-01' })
    const { rows } = await world.owner.query(
      'select business_date = ledger.shop_date(store_id) as is_today from ledger.transactions where id = $1',
      [id],
    )
    expect(rows).toEqual([{ is_today: true }])
  })

  test('act that posts no movement of its name', async () => {
    const request = requestOf(randomUUID())
    await expect(withinPool(world.app, (db) => post(db, request, [takes()]))).rejects.toThrow('of its name')
  })

  test('movement of anything but the reward that is paid', async () => {
    const p = JSON.stringify({ reward_id: randomUUID() })
    const forged = (movement: object) =>
      withinPool(world.app, (db) =>
        db.rows(
          `select ledger.pay_reward($1, jsonb_build_object('movements', $2::jsonb,
             'held', pg_current_xact_id()::text || ' ' || md5($1::jsonb::text)))`,
          [p, JSON.stringify([movement])],
        ),
      )
    await expect(forged(takes())).rejects.toThrow('is none of the reward')
    await expect(forged({ ...takes(), kind: 'grant' })).rejects.toThrow('is none of the reward')
  })

  test('second movement under one key, however often it is asked for at once', async () => {
    const key = randomUUID()
    const ask = (id = randomUUID()) =>
      withinPool(world.app, (db) => post(db, requestOf(id, key), [takes({ id })]))
    await Promise.allSettled([ask(), ask(), ask(), ask()])
    expect(await world.wallet(member)).toMatchObject({ point_limited: 20 })
    expect(await world.findings()).toEqual([])
  })

  test('code twice in one act', async () => {
    const code = await world.code(member)
    const spends = () =>
      takes({
        pay_code_id: code.id,
        transfers: [{ code: 'x', debit: 'point_regular', credit: 'points_cost', amount: 5 }],
      })
    expect(await attempt(spends(), spends())).toMatch(/pay code|movements_pay_code/)
    expect(await world.wallet(member)).toMatchObject({ point_regular: 100 })
  })

  test('movement beside a sale that was posted: rows are written by the door alone', async () => {
    const sale = posted(await world.buy(member, { cash: 500 }))
    await expect(
      world.app.query(
        `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
         values ($1, 9, 'x', 'bonus_cost', $2, 'balance_bonus', $3, 5)`,
        [sale.id, world.register.store_id, member.id],
      ),
    ).rejects.toThrow('permission denied')
  })
})

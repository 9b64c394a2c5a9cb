import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActOutcome } from '../act.ts'
import { chargeCash, takeBackCharge } from '../charges/charge-cash.ts'
import { withinPool } from '../within.ts'
import { type Clerk, createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const act = (by: Clerk, key: string, route: string, body: unknown) => ({
  actor_id: by.user_id,
  session_id: by.session_id,
  key,
  route,
  request_hash: createHash('sha256').update(JSON.stringify(body)).digest(),
  transaction_id: randomUUID(),
})
const member = async (paid = 0): Promise<Customer> => {
  const customer = await world.customer({ paid })
  await world.owner.query('update users set verified = true where id = $1', [customer.id])
  return customer
}
const charge = (
  { id }: Customer,
  amount: number,
  {
    by = world.register,
    key = randomUUID(),
    tendered = amount,
    code_id = null,
    id: transaction_id = randomUUID(),
  }: { by?: Clerk; key?: string; tendered?: number; code_id?: string | null; id?: string } = {},
) =>
  withinPool(world.app, (db) =>
    chargeCash(db, {
      ...act(by, key, 'charge_cash', [id, amount, tendered]),
      transaction_id,
      customer_id: id,
      code_id,
      store_id: by.store_id,
      register_id: by.register_id,
      amount,
      cash_tendered: tendered,
    }),
  )
const idOf = (outcome: ActOutcome<string>): string => {
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}
const takeBack = (
  charge_id: string,
  { by = world.register, key = randomUUID(), with: other }: { by?: Clerk; key?: string; with?: Clerk } = {},
) =>
  withinPool(world.app, (db) =>
    takeBackCharge(db, {
      ...act(by, key, 'void', [charge_id, other?.user_id]),
      charge_id,
      register_id: null,
      reason: '打ち間違い',
      approved_by: other?.user_id ?? null,
    }),
  )
const paidOf = async (customer: Customer) => (await world.wallet(customer)).balance_paid
const dayOf = async (store_id = world.register.store_id) =>
  (await world.app.query('select ledger.day_report($1, ledger.shop_date($1)) as day', [store_id])).rows[0].day
const refusal = ({ code, ...rest }: ActOutcome<string>) => [code, 'n' in rest ? rest.n : null]

test('one showing of a code charges once, at however many registers and shops it is sent', async () => {
  const customer = await member()
  const { id: code_id } = await world.code(customer)
  const key = randomUUID()
  const outcomes = await Promise.all(
    [
      [world.register, key],
      [world.register, key],
      [world.register, randomUUID()],
      [world.neighbour, randomUUID()],
      [world.elsewhere, randomUUID()],
    ].map(([by, one]) => charge(customer, 1_000, { by: by as Clerk, key: one as string, code_id })),
  )
  expect(outcomes.filter(({ code, replayed }) => code === null && !replayed)).toHaveLength(1)
  expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([null, 'QR_ALREADY_USED']))
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 1_000 })
})

describe('cash for a balance', () => {
  test('lies in the drawer and in the wallet at once, with what was handed over, and is no sale', async () => {
    const customer = await member()
    const before = await dayOf()
    const id = idOf(await charge(customer, 3_000, { tendered: 5_000 }))
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 3_000, level_accumulation: 0 })
    const { rows } = await world.app.query(
      'select kind, spent_total, tender_cash, cash_tendered, received_paid, employee_id from ledger.transactions where id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        kind: 'charge',
        spent_total: 0,
        tender_cash: 3_000,
        cash_tendered: 5_000,
        received_paid: 3_000,
        employee_id: world.register.user_id,
      },
    ])
    const transfers = await world.app.query(
      'select debit_kind, credit_kind, amount from ledger.transfers where transaction_id = $1',
      [id],
    )
    expect(transfers.rows).toEqual([{ debit_kind: 'drawer', credit_kind: 'balance_paid', amount: 3_000 }])
    const after = await dayOf()
    expect(after.cash.expected - before.cash.expected).toBe(3_000)
    expect(after.charges.cash - before.charges.cash).toBe(3_000)
    expect(after.sales).toEqual(before.sales)
  })

  test('keeps to the limits of a charge, to the yen, however many registers charge at a time', async () => {
    const customer = await member(69_000)
    expect(refusal(await charge(customer, 499))).toEqual(['TOPUP_RANGE', 500])
    expect(refusal(await charge(customer, 30_001))).toEqual(['TOPUP_RANGE', 500])
    expect(refusal(await charge(customer, 1_000, { tendered: 999 }))).toEqual(['TENDERED_SHORT', null])
    const codes = await Promise.all(
      [world.register, world.neighbour, world.elsewhere, world.register].map((by) =>
        charge(customer, 20_000, { by }),
      ),
    )
    expect(codes.filter(({ code }) => code === null)).toHaveLength(1)
    expect(refusal(await charge(customer, 11_001))).toEqual(['BALANCE_LIMIT', 100_000])
    expect(await paidOf(customer)).toBe(89_000)
  })

  test('reaches the limit of a balance to the yen, given balance counted, and never passes it', async () => {
    const customer = await world.customer({ paid: 31_000, bonus: 40_000 })
    expect(refusal(await charge(customer, 29_001))).toEqual(['BALANCE_LIMIT', 100_000])
    idOf(await charge(customer, 29_000))
    expect(refusal(await charge(customer, 500))).toEqual(['BALANCE_LIMIT', 100_000])
    expect(await paidOf(customer)).toBe(60_000)
  })

  test('does not pass the limit by twenty charges at once', async () => {
    const customer = await member()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => charge(customer, 30_000)))
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(3)
    expect(await paidOf(customer)).toBe(90_000)
  })

  test('is charged once under its number', async () => {
    const customer = await member()
    const id = randomUUID()
    idOf(await charge(customer, 1_000, { id }))
    await expect(charge(customer, 1_000, { id })).rejects.toThrow(/movements_pkey/)
    expect(await paidOf(customer)).toBe(1_000)
  })

  test.each([0, -1])('of %i yen is none', async (amount) => {
    const customer = await member(1_000)
    expect(refusal(await charge(customer, amount))).toEqual(['TOPUP_RANGE', 500])
    expect(await paidOf(customer)).toBe(1_000)
  })

  test('is taken of no person who has no wallet', async () => {
    const stranger = { id: randomUUID(), session_id: randomUUID() }
    expect((await charge(stranger, 1_000)).code).toBe('NOT_FOUND')
  })

  test('counts for somebody under age by the month, and what was taken back does not count', async () => {
    const customer = await member()
    await world.owner.query(
      `update users set date_of_birth = (ledger.now() - interval '16 years')::date where id = $1`,
      [customer.id],
    )
    const first = idOf(await charge(customer, 4_000))
    expect(refusal(await charge(customer, 1_001))).toEqual(['TOPUP_MINOR_LIMIT', 5_000])
    idOf(await takeBack(first))
    idOf(await charge(customer, 5_000))
  })

  test('is a part of the cash of the day beyond which it is asked who pays', async () => {
    const customer = await member()
    await world.owner.query(
      `insert into settings (key, value, updated_at) values ('cash.identity_over', '10000', ledger.now())
       on conflict (key) do update set value = excluded.value`,
    )
    const first = idOf(await charge(customer, 5_000))
    expect(refusal(await charge(customer, 5_001))).toEqual(['CASH_KYC_REQUIRED', null])
    idOf(await takeBack(first))
    idOf(await charge(customer, 5_001))
    // Balance buys silver as cash does: a sale in cash adds to what was charged.
    expect((await world.buy(customer, { cash: 5_000 })).code).toBe('CASH_KYC_REQUIRED')
    await world.owner.query(`delete from settings where key = 'cash.identity_over'`)
  })

  test('is nobody’s own, nor of somebody stopped or unproved, nor at a register of another shop', async () => {
    const customer = await member()
    const own = await world.clerk(world.register.store_id, world.register.register_id, customer.id)
    expect(refusal(await charge(customer, 500, { by: own }))).toEqual(['SELF_DEALING', null])
    const astray = { ...world.register, register_id: world.elsewhere.register_id }
    expect(refusal(await charge(customer, 500, { by: astray }))).toEqual(['NOT_FOUND', null])
    const there = { ...world.register, store_id: world.elsewhere.store_id }
    expect(refusal(await charge(customer, 500, { by: there }))).toEqual(['FORBIDDEN', null])
    await world.owner.query('update users set verified = false where id = $1', [customer.id])
    expect(refusal(await charge(customer, 500))).toEqual(['MEMBER_UNVERIFIED', null])
    await world.owner.query('update users set verified = true, suspended_at = now() where id = $1', [
      customer.id,
    ])
    expect(refusal(await charge(customer, 500))).toEqual(['CUSTOMER_SUSPENDED', null])
    expect(await paidOf(customer)).toBe(0)
  })

  test('is charged once for a key, twenty times asked at once, and another sum under it is refused', async () => {
    const customer = await member()
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 20 }, () => charge(customer, 700, { key })))
    expect(new Set(all.map(idOf)).size).toBe(1)
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await paidOf(customer)).toBe(700)
    expect(refusal(await charge(customer, 800, { key }))).toEqual(['IDEMPOTENCY_KEY_REUSED', null])
  })
})

describe('a charge that was taken back', () => {
  test('leaves wallet, drawer and report as if it had not been, once of many who try', async () => {
    const customer = await member()
    const before = await dayOf()
    const id = idOf(await charge(customer, 2_000))
    const tries = await Promise.all(Array.from({ length: 8 }, () => takeBack(id)))
    expect(tries.filter(({ code }) => code === null)).toHaveLength(1)
    expect(tries.filter(({ code }) => code === 'TXN_VOIDED')).toHaveLength(7)
    expect(await paidOf(customer)).toBe(0)
    const after = await dayOf()
    expect([after.cash, after.charges]).toEqual([before.cash, before.charges])
  })

  test('is cancelled in the book of prepaid value, and not repaid as the law means it', async () => {
    const book = async () => {
      const { rows } = await world.app.query<{ cancelled: number; repaid: number }>(
        `select sum(cancelled)::int as cancelled, sum(repaid)::int as repaid
         from ledger.prepaid_book('-infinity', 'infinity')`,
      )
      return rows[0]!
    }
    const id = idOf(await charge(await member(), 2_000))
    const before = await book()
    expect((await takeBack(id)).code).toBeNull()
    expect(await book()).toEqual({ ...before, cancelled: before.cancelled + 2_000 })
  })

  test('is one that was not spent meanwhile', async () => {
    const customer = await member()
    const id = idOf(await charge(customer, 2_000))
    await world.buy(customer, { balance: 500 })
    expect(refusal(await takeBack(id))).toEqual(['CHARGE_SPENT', 500])
    expect(await paidOf(customer)).toBe(1_500)
  })

  test('needs the approval of the person who took the money, and beyond the ceiling that of somebody else', async () => {
    const customer = await member()
    const small = idOf(await charge(customer, 5_000))
    expect(refusal(await takeBack(small, { by: world.neighbour }))).toEqual(['VOID_APPROVAL', null])
    const large = idOf(await charge(customer, 5_001))
    expect(refusal(await takeBack(large))).toEqual(['VOID_APPROVAL', null])
    expect(refusal(await takeBack(large, { by: world.elsewhere }))).toEqual(['FORBIDDEN', null])
    idOf(await takeBack(large, { with: world.manager }))
    const own = idOf(await charge(customer, 5_001, { by: world.manager }))
    expect(refusal(await takeBack(own, { by: world.manager }))).toEqual(['VOID_APPROVAL', null])
    expect(await paidOf(customer)).toBe(10_001)
  })

  test('was agreed to by somebody who is not stopped', async () => {
    const customer = await member()
    const id = idOf(await charge(customer, 5_001))
    const stop = (is: boolean) =>
      world.owner.query('update users set suspended_at = case when $2 then now() end where id = $1', [
        world.manager.user_id,
        is,
      ])
    await stop(true)
    expect(refusal(await takeBack(id, { with: world.manager }))).toEqual(['FORBIDDEN', null])
    expect(await paidOf(customer)).toBe(5_001)
    await stop(false)
    idOf(await takeBack(id, { with: world.manager }))
  })

  test('was one in cash: a charge by card gives nobody cash, whoever posts it', async () => {
    const customer = await member()
    await world.charge(customer, 900, true)
    const { rows } = await world.app.query(
      `select id from ledger.transactions where customer_id = $1 and kind = 'charge'`,
      [customer.id],
    )
    expect(refusal(await takeBack(rows[0].id))).toEqual(['TXN_NOT_FOUND', null])
    const forged = `with w as (select * from ledger.wallets where user_id = '${customer.id}'), t as (
        insert into ledger.movements (id, number, kind, customer_id, store_id, employee_id, related_id, business_date,
          tender_balance_paid, level_before, level_after, balance_paid_after, balance_bonus_after, point_regular_after,
          point_limited_after, opened_at, completed_at)
        select gen_random_uuid(), gen_random_uuid()::text, 'adjustment', w.user_id, '${world.register.store_id}',
          '${world.register.user_id}', '${rows[0].id}', ledger.shop_date('${world.register.store_id}'), 900, w.level_index,
          w.level_index, w.balance_paid - 900, w.balance_bonus, w.point_regular, w.point_limited, ledger.now(), ledger.now()
        from w returning id)
      select id from t`
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      const { rows: made } = await client.query<{ id: string }>(forged)
      await client.query(
        `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
         values ($1, 1, 'take_back_charge', 'balance_paid', $2, 'drawer', $3, 900)`,
        [made[0]!.id, customer.id, world.register.store_id],
      )
      await client.query(
        `insert into ledger.outbox (topic, transaction_id, created_at, available_at) values ('transaction', $1, now(), now())`,
        [made[0]!.id],
      )
      await expect(client.query('commit')).rejects.toThrow(/takes back no charge in cash/)
    } finally {
      client.release()
    }
  })
})

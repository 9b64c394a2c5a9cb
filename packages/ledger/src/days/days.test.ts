import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rows } from '../act.ts'
import { openCount } from '../stock/counts.ts'
import { rowsOf, withinPool } from '../within.ts'
import { type Clerk, createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { payAll } from '../testing/pay-all.ts'
import { countFloat, moveCash } from './cash.ts'
import { closeDay, reopenDay } from './close.ts'

let world: World
let customer: Customer
let manager: Clerk

beforeAll(async () => {
  world = await createWorld()
  manager = world.manager
})
afterAll(() => world.close())

/** Every test has a day of its own, in order: what one closes the next finds closed. */
let day = Date.parse('2027-01-01T03:00:00Z')
const today = () => new Date(day).toISOString().slice(0, 10)
beforeEach(async () => {
  day += 86_400_000
  await world.setClock(new Date(day).toISOString())
  customer ??= await world.customer({ paid: 90_000, points: 5_000 })
})

const noCoins = { 10000: 0, 5000: 0, 2000: 0, 1000: 0, 500: 0, 100: 0, 50: 0, 10: 0, 5: 0, 1: 0 }
/** An amount in as few pieces as can be. */
function piecesOf(amount: number): Record<string, number> {
  let left = amount
  return Object.fromEntries(
    Object.keys(noCoins)
      .map(Number)
      .toSorted((a, b) => b - a)
      .map((value) => {
        const pieces = Math.floor(left / value)
        left -= pieces * value
        return [String(value), pieces]
      }),
  )
}

type Closed = {
  id: string
  business_date: string
  z_number: number
  revision: number
  expected: number
  counted: number
  over_short: number
  carry: number
  hash: Buffer
}
type CloseAnswer = { code: string | null; n: number | null } & Partial<Closed>

async function closeWithin(
  db: Rows,
  counted: number,
  asked: Partial<Parameters<typeof closeDay>[1]> = {},
): Promise<CloseAnswer> {
  const { code, n, closed } = await closeDay(db, {
    id: randomUUID(),
    over_short_id: randomUUID(),
    deposit_id: randomUUID(),
    float_id: randomUUID(),
    store_id: manager.store_id,
    date: today(),
    actor_id: manager.user_id,
    approved_by: null,
    approval_from: 1_000,
    float: null,
    counts: piecesOf(counted),
    expected: null,
    cash_in: null,
    cash_out: null,
    deposit: Math.max(0, counted - 50_000),
    reason: null,
    note: null,
    ...asked,
  })
  const [row] = await db.rows<Closed>('select * from ledger.day_closes where id = $1', [closed])
  return { ...row, code, n }
}
const close = (counted: number, asked?: Parameters<typeof closeWithin>[2]): Promise<CloseAnswer> =>
  withinPool(world.app, (db) => closeWithin(db, counted, asked))
async function float(amount: number): Promise<string | null> {
  const { code } = await withinPool(world.app, (db) =>
    countFloat(db, {
      transaction_id: randomUUID(),
      store_id: manager.store_id,
      actor_id: manager.user_id,
      counts: piecesOf(amount),
      date: null,
    }),
  )
  return code
}
const cash = (act: 'pay_in' | 'pay_out', amount: number, key: string = randomUUID()) =>
  withinPool(world.app, (db) =>
    moveCash(db, {
      actor_id: manager.user_id,
      key,
      request_hash: Buffer.from(`${act}${amount}`),
      transaction_id: randomUUID(),
      store_id: manager.store_id,
      register_id: manager.register_id,
      act,
      amount,
      reason: '両替',
      note: null,
    }),
  )
async function report(date = today()): Promise<Record<string, Record<string, number>>> {
  const { rows } = await world.app.query('select ledger.day_report($1, $2) as report', [
    manager.store_id,
    date,
  ])
  return rows[0].report
}
const reopen = (date = today()): Promise<string | null> =>
  withinPool(world.app, (db) =>
    reopenDay(db, {
      transaction_id: randomUUID(),
      store_id: manager.store_id,
      date,
      actor_id: manager.user_id,
      reason: '数え直し',
    }),
  )

test('the cash of a day: float + sales - refunds + put in - taken out, and 120 yen are missing', async () => {
  expect(await float(50_000)).toBeNull()
  const sale = posted(await world.pay({ cash: 12_980 }))
  posted(await world.pay({ cash: 110_470 }))
  await world.giveBack({ sale: sale.id })
  expect(await cash('pay_in', 10_000)).toMatchObject({ code: null })
  expect(await cash('pay_out', 3_300)).toMatchObject({ code: null })
  expect((await report()).cash).toEqual({
    carried: null,
    float: 50_000,
    sales: 123_450,
    refunds: 12_980,
    charges: 90_000,
    collections: 0,
    pay_in: 10_000,
    pay_out: 3_300,
    buybacks: 0,
    other: 0,
    expected: 257_170,
  })
  expect(await close(257_050)).toMatchObject({ code: 'CLOSE_REASON_REQUIRED', n: -120 })
  expect(await close(257_050, { reason: 'お釣りの渡し間違い' })).toMatchObject({
    code: null,
    z_number: 1,
    revision: 1,
    expected: 257_170,
    over_short: -120,
    carry: 50_000,
  })
})

test('what comes after the close belongs to the next day, whatever it is', async () => {
  const sale = posted(await world.pay({ cash: 1_000 }))
  expect(sale.business_date).toBe(today())
  expect(await close(51_000, { float: piecesOf(50_000) })).toMatchObject({ code: null, over_short: 0 })
  const next = new Date(day + 86_400_000).toISOString().slice(0, 10)
  expect(posted(await world.pay({ cash: 500 })).business_date).toBe(next)
  const refund = await world.giveBack({ sale: sale.id, amount: 100 })
  expect(refund).toMatchObject({ code: null, transaction: { business_date: next } })
  await world.charge(customer, 700)
  await world.grant(customer, 5, null)
  expect(await world.giveBack({ sale: sale.id, kind: 'void' })).toMatchObject({ code: 'VOID_AFTER_REFUND' })
  const other = posted(await world.pay({ cash: 300 }))
  // A sale after the close is of the next day, and undone on it.
  expect(await world.giveBack({ sale: other.id, kind: 'void' })).toMatchObject({
    code: null,
    transaction: { business_date: next },
  })
  expect((await report(next)).cash).toMatchObject({
    sales: 500,
    refunds: 100,
    charges: 700,
    expected: 51_100,
  })
  expect((await report()).sales).toMatchObject({ count: 1, total: 1_000 })
})

test('a sale of a closed day cannot be voided', async () => {
  const sale = posted(await world.pay({ cash: 1_000 }))
  expect(await close(52_100)).toMatchObject({ code: 'REGISTER_NOT_OPEN' })
  await float(50_000)
  expect(await close(52_100)).toMatchObject({ code: null })
  expect(await world.giveBack({ sale: sale.id, kind: 'void' })).toMatchObject({ code: 'TXN_CLOSED' })
})

test('a difference from the limit on needs the approval of another person', async () => {
  await float(50_000)
  const missing = { reason: '不明', expected: 50_000 }
  expect(await close(49_000, missing)).toMatchObject({ code: 'APPROVAL_REQUIRED', n: -1_000 })
  await expect(close(49_000, { ...missing, approved_by: manager.user_id })).rejects.toThrow(/check/)
  expect(await close(49_001, { ...missing, reason: null })).toMatchObject({ code: 'CLOSE_REASON_REQUIRED' })
  expect(await close(49_000, { ...missing, approved_by: world.register.user_id })).toMatchObject({
    code: null,
    over_short: -1_000,
    carry: 49_000,
  })
})

test('a morning that finds less than the evening left says so, and a wrong count is counted again', async () => {
  await float(48_900)
  await float(48_990)
  await float(48_990)
  expect((await report()).cash).toMatchObject({ carried: 49_000, float: 48_990, expected: 48_990 })
  const { rows } = await world.app.query(
    `select ledger.drawer_change(id) from ledger.transactions where step = 'float' and business_date = $1 order by completed_at, id`,
    [today()],
  )
  expect(rows.map(({ drawer_change }) => drawer_change).toSorted((a, b) => a - b)).toEqual([-100, 90])
  expect(await close(48_990, { float: piecesOf(49_000) })).toMatchObject({ code: 'CONFLICT' })
  expect(await close(48_990)).toMatchObject({ code: null, over_short: 0 })
})

test('no more is taken out than the drawer holds, by two at once neither, and a repeat is the same act', async () => {
  await float(1_000)
  const both = await Promise.all([cash('pay_out', 600), cash('pay_out', 600)])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set(['DRAWER_SHORT', null]))
  const key = randomUUID()
  expect(await cash('pay_in', 500, key)).toMatchObject({ code: null, replayed: false })
  expect(await cash('pay_in', 500, key)).toMatchObject({ code: null, replayed: true })
  expect(await cash('pay_in', 501, key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  expect((await report()).cash).toMatchObject({ pay_in: 500, pay_out: 600, expected: 900 })
  expect(await close(900)).toMatchObject({ code: null })
})

describe('closing', () => {
  test('days go in their order, and none before it has begun', async () => {
    await float(900)
    posted(await world.pay({ cash: 100 }))
    const missed = today()
    day += 86_400_000
    await world.setClock(new Date(day).toISOString())
    posted(await world.pay({ cash: 50 }))
    expect(await float(1_000)).toBe('CLOSE_ORDER')
    expect(await close(1_050)).toMatchObject({ code: 'CLOSE_ORDER' })
    expect(await close(1_000, { date: '2030-01-01' })).toMatchObject({ code: 'CLOSE_TOO_EARLY' })
    expect(await close(1_000, { date: missed })).toMatchObject({ code: null })
    expect(await float(1_000)).toBeNull()
    expect(await close(1_050, { deposit: 50 })).toMatchObject({ code: null })
  })

  test('twice in the same words is one close, in others it is refused; the shown figures must still hold', async () => {
    await float(1_000)
    expect(await close(1_000, { expected: 900 })).toMatchObject({ code: 'CONFLICT' })
    expect(await close(1_000, { cash_in: 10 })).toMatchObject({ code: 'CONFLICT' })
    const first = await close(1_000)
    expect(first.code).toBeNull()
    expect((await close(1_000)).id).toBe(first.id)
    expect(await close(1_001)).toMatchObject({ code: 'REGISTER_CLOSED' })
  })

  test('keeps the report that its facts were read from, which the application cannot hand over', async () => {
    await float(1_000)
    posted(await world.pay({ cash: 250 }))
    posted(await world.buy(customer, { card: 300 }))
    const kept = await report()
    const waiting = async () => (await world.owner.query('select * from ledger.held_reports')).rows
    expect(await close(1_249)).toMatchObject({ code: 'CLOSE_REASON_REQUIRED', n: -1 })
    expect(await waiting()).toEqual([])
    await expect(world.app.query(`update ledger.held_reports set report = '{}'`)).rejects.toThrow(
      'permission denied',
    )
    const { id } = await close(1_250, { deposit: 250 })
    const { rows } = await world.app.query(
      'select report::text as report, $2::jsonb::text as before from ledger.day_closes where id = $1',
      [id, JSON.stringify(kept)],
    )
    expect(rows[0].report).toBe(rows[0].before)
    expect(await waiting()).toEqual([])
  })

  test('waits for a payment that is under way and counts it', async () => {
    await float(1_000)
    const register = await world.app.connect()
    const request = world.request({ cash: 250 })
    await register.query('begin')
    await payAll(register, [request])
    let isClosed = false
    const closing = close(1_250).then((answer) => {
      isClosed = true
      return answer
    })
    // The close stands behind the payment: it is seen to wait before the payment commits.
    for (let waits = 0; waits === 0;) {
      const { rows } = await world.owner.query<{ waits: number }>(
        `select count(*)::int as waits from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted`,
      )
      waits = rows[0]!.waits
    }
    expect(isClosed).toBe(false)
    await register.query('commit')
    register.release()
    expect(await closing).toMatchObject({ code: null, expected: 1_250, over_short: 0 })
  })

  test('lets a payment that comes while it runs go to the next day', async () => {
    await float(1_250)
    const closer = await world.app.connect()
    await closer.query('begin')
    expect(await closeWithin(rowsOf(closer), 1_250)).toMatchObject({ code: null })
    const paying = world.pay({ cash: 70 })
    for (let waits = 0; waits === 0;) {
      const { rows } = await world.owner.query<{ waits: number }>(
        `select count(*)::int as waits from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted`,
      )
      waits = rows[0]!.waits
    }
    await closer.query('commit')
    closer.release()
    expect(posted(await paying).business_date).toBe(new Date(day + 86_400_000).toISOString().slice(0, 10))
    expect((await report()).sales).toMatchObject({ count: 0 })
  })

  test('by two registers at once is done by one of them, while everybody goes on selling', async () => {
    await float(1_320)
    const selling = Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        world.pay({ cash: 10, clerk: index % 2 ? world.register : world.neighbour }),
      ),
    )
    const closes = await Promise.all([
      close(1_320, { reason: '不明', approval_from: 100_000 }),
      close(9_000, { reason: '不明', approval_from: 100_000 }),
    ])
    const dates = (await selling).map((outcome) => posted(outcome).business_date)
    expect(new Set(closes.map(({ code }) => code))).toEqual(new Set(['REGISTER_CLOSED', null]))
    const kept = closes.find(({ code }) => code === null)!
    const inside = dates.filter((date) => date === today()).length
    expect(kept.expected).toBe(1_320 + 70 + inside * 10)
    expect((await report()).sales).toMatchObject({ count: inside + 1 })
  })

  test('is held up by articles that are put aside and by a payment that is being made', async () => {
    const { rows } = await world.app.query('select ledger.carried_float($1, $2) as carried', [
      manager.store_id,
      today(),
    ])
    const carried = Number(rows[0].carried)
    await float(carried)
    const expected = (await report()).cash!.expected!
    const { checkout_id } = await world.claim(await world.code(customer))
    expect(await close(expected)).toMatchObject({ code: 'CLOSE_PENDING_TXN', n: 1 })
    expect(await world.update(checkout_id ?? '', 'saved')).toBeNull()
    expect(await close(expected)).toMatchObject({ code: 'CLOSE_PENDING_TXN', n: 1 })
    const { rows: blockers } = await world.app.query('select kind from ledger.close_blockers($1)', [
      manager.store_id,
    ])
    expect(blockers).toEqual([{ kind: 'parked' }])
    await world.owner.query(`update ledger.checkouts set status = 'cancelled' where id = $1`, [checkout_id])
    expect(await close(expected)).toMatchObject({ code: null })
  })

  test('is held up by a count of the stock until that is posted or given up, and not by one of another shop', async () => {
    const { rows } = await world.app.query('select ledger.carried_float($1, $2) as carried', [
      manager.store_id,
      today(),
    ])
    await float(Number(rows[0].carried))
    const expected = (await report()).cash!.expected!
    const count = randomUUID()
    const open = (id: string, store: string) =>
      withinPool(world.app, (db) =>
        openCount(db, { id, store_id: store, actor_id: manager.user_id, note: null }),
      )
    const end = (id: string) =>
      world.owner.query(
        `update stock_counts set state = 'cancelled', ended_at = ledger.now(), ended_by = opened_by where id = $1`,
        [id],
      )
    await open(count, manager.store_id)
    expect(await close(expected)).toMatchObject({ code: 'CLOSE_COUNT_OPEN', n: 1 })
    // A sale that is not finished comes first: it changes what the drawer must hold.
    const { checkout_id } = await world.claim(await world.code(customer))
    expect(await close(expected)).toMatchObject({ code: 'CLOSE_PENDING_TXN', n: 2 })
    await world.owner.query(`update ledger.checkouts set status = 'cancelled' where id = $1`, [checkout_id])
    await end(count)
    const elsewhere = randomUUID()
    await open(elsewhere, world.elsewhere.store_id)
    expect(await close(expected)).toMatchObject({ code: null })
    await end(elsewhere)
  })
})

describe('opening a closed day again', () => {
  test('keeps the first close; the next one is a revision of its number, and the books are as before it', async () => {
    const carried = (await report()).cash!.carried!
    await float(carried)
    posted(await world.pay({ cash: 2_000 }))
    const first = await close(carried + 1_500, { reason: '不明', deposit: 500 })
    expect(first).toMatchObject({ code: null, over_short: -500, revision: 1 })
    expect(await reopen()).toBeNull()
    expect(await reopen()).toBe('DAY_IS_OPEN')
    // A day that stands open again takes what happens on it.
    expect(posted(await world.pay({ cash: 30 })).business_date).toBe(today())
    const second = await close(carried + 2_030, { deposit: 0 })
    expect(second).toMatchObject({ code: null, over_short: 0, z_number: first.z_number, revision: 2 })
    const { rows } = await world.app.query(
      'select revision, over_short, reopen_reason from ledger.day_closes where business_date = $1 order by revision',
      [today()],
    )
    expect(rows).toEqual([
      { revision: 1, over_short: -500, reopen_reason: '数え直し' },
      { revision: 2, over_short: 0, reopen_reason: null },
    ])
  })

  test('is for the last closed day alone, until the next one has its float', async () => {
    const carried = (await report()).cash!.carried!
    await float(carried)
    const closed = today()
    await close(carried)
    day += 86_400_000
    await world.setClock(new Date(day).toISOString())
    await float(carried)
    expect(await reopen(closed)).toBe('REOPEN_TOO_LATE')
    expect(await reopen('2027-01-02')).toBe('REOPEN_TOO_LATE')
    expect(await reopen('2020-01-01')).toBe('NOT_FOUND')
    await close(carried)
  })
})

describe('behind the door', () => {
  const refusal = (text: string) =>
    world.owner.query(text).then(
      () => null,
      (error: Error) => error.message,
    )

  test('nothing is posted on a closed day, even by the owner of the database', async () => {
    expect(
      await refusal(`insert into ledger.movements (id, number, kind, store_id, employee_id, business_date, step,
          reason, opened_at, completed_at)
        select gen_random_uuid(), 'late', 'cash', id, '${manager.user_id}', closed_until, 'pay_in', 'x', now(), now()
        from stores where id = '${manager.store_id}'`),
    ).toMatch(/is closed/)
  })

  test('a close is never altered, removed, skipped or counted twice', async () => {
    const one = `(select id from ledger.day_closes order by seq limit 1)`
    expect(
      await refusal(
        `update ledger.day_closes set counted = counted + 1, expected = expected + 1 where id = ${one}`,
      ),
    ).toMatch(/kept as it was/)
    expect(await refusal(`delete from ledger.day_closes where id = ${one}`)).toMatch(/kept as it was/)
    expect(await refusal('truncate ledger.day_closes')).toMatch(/never allowed/)
    expect(await refusal('delete from ledger.day_floats')).toMatch(/never allowed/)
    for (const change of [
      `'z_number', z_number + 2`,
      `'z_number', z_number`,
      `'z_number', z_number + 1, 'revision', 2`,
    ]) {
      expect(
        await refusal(`insert into ledger.day_closes
          select (jsonb_populate_record(null::ledger.day_closes, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(),
            'business_date', business_date + 1, 'seq', seq + 1, 'revision', 1, ${change}))).*
          from ledger.day_closes c order by seq desc limit 1`),
      ).toMatch(/without a gap/)
    }
  })

  test.each([
    ['pay_in', 'cash_office', 'drawer'],
    ['pay_out', 'drawer', 'cash_office'],
    ['deposit', 'drawer', 'cash_office'],
  ])('a %s does not go the other way', async (act, debit, credit) => {
    const id = '00000000-0000-7000-8000-000000000001'
    expect(
      await refusal(`insert into ledger.movements (id, number, kind, store_id, employee_id, business_date, step,
          reason, opened_at, completed_at)
        select '${id}', 'x', 'cash', id, '${manager.user_id}', closed_until + 1, '${act}', 'x', now(), now()
        from stores where id = '${manager.store_id}';
        insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
        values ('${id}', 1, 'x', '${debit}', '${manager.store_id}', '${credit}', '${manager.store_id}', 6);
        insert into ledger.outbox (topic, transaction_id, created_at, available_at)
        values ('transaction', '${id}', now(), now())`),
    ).toMatch(/goes the other way/)
  })

  test('every movement asks for the date that is open', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'ledger'::regnamespace and prosrc like '%ledger.business_date(%' order by 1`,
    )
    // Those that decide what is open, a payment, which asks for many shops at once, and a look back at what was sold.
    expect(rows.map(({ name }) => name)).toEqual([
      'hold_close_day',
      'post_sales',
      'read_sales',
      'shop_date',
      'stock_sales',
    ])
  })
})

import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { moveStock as decideMove, type StockFacts, type StockPlan } from '@shirogane/domain/stock/move-stock'
import { reserveStock as decideReservation, type ReserveFacts } from '@shirogane/domain/stock/reserve-stock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Held, recordOf } from '../act.ts'
import type { SaleLine } from '../pay/allocate.ts'
import { openCount, recordLook } from './counts.ts'
import { moveStock, reserveStock, type StockAct, type StockOutcome } from './stock.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { withinPool } from '../within.ts'
import { type Clerk, createWorld, posted, type World } from '../testing/world.ts'

let world: World
let manager: Clerk
let elsewhere: Clerk

beforeAll(async () => {
  world = await createWorld()
  manager = world.manager
  elsewhere = world.elsewhere
})
afterAll(() => world.close())

let made = 0
/** A new article, with so many pieces on the shelf of the first store. */
async function article(quantity = 0, stocked = true): Promise<string> {
  const id = randomUUID()
  made += 1
  await world.owner.query(
    `insert into skus (id, sku, barcode, name, search_text, price, picture, stocked)
     values ($1, $2, $2, $2, $2, 1000, 'ring', $3)`,
    [id, `T${made}`, stocked],
  )
  if (quantity > 0) done(await act({ kind: 'opening', lines: [{ sku_id: id, quantity }] }))
  return id
}

type Asked = Partial<StockAct> & { by?: Clerk }

function requestOf(change: Asked): StockAct {
  const { by = manager, ...rest } = change
  const request: StockAct = {
    actor_id: by.user_id,
    session_id: by.session_id,
    route: 'inventory',
    key: randomUUID(),
    request_hash: createHash('sha256').update(JSON.stringify(rest)).digest(),
    id: randomUUID(),
    kind: 'adjust',
    store_id: by.store_id,
    reason: '誤差',
    ...rest,
  }
  if (!['adjust', 'dispose', 'count'].includes(request.kind)) request.reason = null
  return request
}

function act(change: Asked): Promise<StockOutcome> {
  const request = requestOf(change)
  return withinPool(world.app, (db) => moveStock(db, request))
}

function done(outcome: StockOutcome): StockOutcome {
  expect(outcome).toMatchObject({ code: null })
  return outcome
}

async function level(sku: string, store = manager.store_id) {
  const { rows } = await world.app.query(
    'select shelf, hold, damaged, transit, reserved from ledger.stock_levels where sku_id = $1 and store_id = $2',
    [sku, store],
  )
  return rows[0]
}

const lineOf = (line: number, sku_id: string | null, quantity = 1): SaleLine => ({
  line,
  sku_id,
  sku: null,
  name: '月暈リング',
  quantity,
  unit_price: 1_000,
  discount: 0,
  subtotal: 1_000 * quantity,
  tax_rate_bp: 1_000,
})

const sell = (lines: SaleLine[], change: { id?: string; key?: string } = {}) =>
  world.pay({ cash: lines.reduce((sum, { subtotal }) => sum + subtotal, 0), lines, ...change })

/** Runs the statements in one commit and answers why the database refused it. */
async function refusalOf(pool: pg.Pool, ...statements: string[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    return (error as Error).message
  } finally {
    client.release()
  }
  throw new Error(`the database let this through: ${statements.join('; ')}`)
}

describe('sales', () => {
  test('a sale takes its articles from the shelf in its own commit, and its repeat takes nothing', async () => {
    const sku = await article(5)
    const key = randomUUID()
    const id = randomUUID()
    const sale = () => sell([lineOf(1, sku, 2), lineOf(2, null), lineOf(3, sku)], { id, key })
    posted(await sale())
    expect(await level(sku)).toMatchObject({ shelf: 2 })
    expect(await sale()).toMatchObject({ code: null, replayed: true })
    expect(await level(sku)).toMatchObject({ shelf: 2 })
    const { rows } = await world.app.query(
      'select kind, quantity, after, line from ledger.stock_moves where sku_id = $1 order by seq',
      [sku],
    )
    expect(rows).toEqual([
      { kind: 'opening', quantity: 5, after: 5, line: 1 },
      { kind: 'sale', quantity: -2, after: 3, line: 1 },
      { kind: 'sale', quantity: -1, after: 2, line: 3 },
    ])
  })

  test.each([
    ['00:00', '05:00'],
    ['05:00', '00:00'],
  ])(
    'two shops whose days begin at %s and %s sell at two in the morning, each on its own',
    async (...starts) => {
      const sku = await article(5)
      done(await act({ by: elsewhere, kind: 'opening', lines: [{ sku_id: sku, quantity: 5 }] }))
      const begin = (clerk: Clerk, at: string) =>
        world.owner.query('update stores set day_start = $2 where id = $1', [clerk.store_id, at])
      try {
        await Promise.all([begin(manager, starts[0]), begin(elsewhere, starts[1])])
        await world.setClock('2031-05-10T02:00:00+09:00')
        posted(await world.pay({ cash: 1_000, lines: [lineOf(1, sku)] }))
        posted(await world.pay({ cash: 1_000, lines: [lineOf(1, sku)], clerk: elsewhere }))
        const { rows } = await world.app.query(
          'select on_date::text, quantity::int from ledger.stock_sales($1, null, 3) where quantity > 0',
          [sku],
        )
        expect(rows).toEqual([
          { on_date: '2031-05-09', quantity: 1 },
          { on_date: '2031-05-10', quantity: 1 },
        ])
      } finally {
        await world.setClock(null)
        await Promise.all([begin(manager, '05:00'), begin(elsewhere, '05:00')])
      }
    },
  )

  test('a refused sale says how many are left and takes neither money nor articles', async () => {
    const sku = await article(1)
    expect(await sell([lineOf(1, sku, 2)])).toMatchObject({ code: 'STOCK_SHORTAGE', n: 1 })
    expect(await sell([lineOf(1, sku), lineOf(2, sku)])).toMatchObject({ code: 'STOCK_SHORTAGE', n: 1 })
    expect(await level(sku)).toMatchObject({ shelf: 1 })
    posted(await sell([lineOf(1, sku)]))
    expect(await sell([lineOf(1, sku)])).toMatchObject({ code: 'STOCK_SHORTAGE', n: 0 })
  })

  test('the last piece is sold once, however many registers ask at once and in however many processes', async () => {
    const sku = await article(3)
    const other = await article(3)
    const { createGatherer } = await import('../pay/pay.ts')
    const rivals = [world.gatherer, createGatherer(world.openPool(2)), createGatherer(world.openPool(2))]
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        rivals[index % 3]!.pay(
          world.request({
            cash: 2_000,
            // Half of them ask in the other order: locks are taken in one.
            lines: index % 2 ? [lineOf(1, sku), lineOf(2, other)] : [lineOf(1, other), lineOf(2, sku)],
          }),
        ),
      ),
    )
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(3)
    expect(outcomes.filter(({ code }) => code === 'STOCK_SHORTAGE')).toHaveLength(21)
    expect(await level(sku)).toMatchObject({ shelf: 0 })
    expect(await level(other)).toMatchObject({ shelf: 0 })
  })

  test('in one batch a sale that is refused leaves its articles to the others', async () => {
    const sku = await article(2)
    const [big, small] = await Promise.all([sell([lineOf(1, sku, 3)]), sell([lineOf(1, sku, 2)])])
    expect(big).toMatchObject({ code: 'STOCK_SHORTAGE' })
    // What was there when it was looked at: before the other sale, or after it.
    expect([2, 0]).toContain(big.code === null ? null : big.n)
    expect(small).toMatchObject({ code: null })
  })

  test('one that is refused for another reason leaves them as well, in the batch in which its cart had gone', async () => {
    const sku = await article(1)
    const gone = { parked_id: randomUUID(), parked_version: 1 }
    const sale = () => world.request({ cash: 1_000, lines: [lineOf(1, sku)] })
    const [first, second] = await Promise.all([
      world.gatherer.pay({ ...sale(), ...gone }),
      world.gatherer.pay(sale()),
    ])
    expect(first).toMatchObject({ code: 'PARKED_NOT_FOUND' })
    expect(second).toMatchObject({ code: null })
    expect(await level(sku)).toMatchObject({ shelf: 0 })
  })

  test('only a store that says so sells below zero', async () => {
    const sku = await article(1)
    await world.owner.query('update stores set stock_below_zero = true where id = $1', [manager.store_id])
    posted(await sell([lineOf(1, sku, 3)]))
    expect(await level(sku)).toMatchObject({ shelf: -2 })
    await world.owner.query('update stores set stock_below_zero = false where id = $1', [manager.store_id])
    expect(await sell([lineOf(1, sku)])).toMatchObject({ code: 'STOCK_SHORTAGE', n: 0 })
    // What is missing may be put right in steps.
    done(await act({ kind: 'receive', lines: [{ sku_id: sku, quantity: 1 }] }))
    expect(await level(sku)).toMatchObject({ shelf: -1 })
    done(await act({ kind: 'count', lines: [{ sku_id: sku, quantity: 4 }] }))
    expect(await level(sku)).toMatchObject({ shelf: 4 })
  })

  test('an article that never had a stock is sold without one, and a service always', async () => {
    const sku = await article()
    posted(await sell([lineOf(1, sku, 9)]))
    expect(await level(sku)).toBeUndefined()
    const service = await article(0, false)
    expect(await act({ kind: 'receive', lines: [{ sku_id: service, quantity: 1 }] })).toMatchObject({
      code: 'SKU_NOT_STOCKED',
    })
    done(await act({ kind: 'receive', lines: [{ sku_id: sku, quantity: 1 }] }))
    // From its first delivery on it has one at every store.
    expect(await level(sku, elsewhere.store_id)).toMatchObject({ shelf: 0 })
  })
})

describe('refunds and voids', () => {
  test('articles go back where staff say, and only as many as come back', async () => {
    const sku = await article(10)
    const sale = posted(await sell([lineOf(1, sku, 6)]))
    const back = (quantity: number, restock?: 'resale' | 'hold' | 'damaged') =>
      world.giveBack({ sale: sale.id, items: [{ line: 1, quantity, restock }] })
    posted((await back(1)) as never)
    posted((await back(1, 'resale')) as never)
    posted((await back(2, 'hold')) as never)
    posted((await back(1, 'damaged')) as never)
    expect(await level(sku)).toMatchObject({ shelf: 6, hold: 2, damaged: 1 })
    // Money alone brings no articles.
    posted((await world.giveBack({ sale: sale.id, amount: 100 })) as never)
    expect(await level(sku)).toMatchObject({ shelf: 6, hold: 2, damaged: 1 })
    done(await act({ kind: 'inspect', lines: [{ sku_id: sku, quantity: 1 }] }))
    done(await act({ kind: 'inspect', lines: [{ sku_id: sku, quantity: 1, place: 'damaged' }] }))
    expect(await act({ kind: 'inspect', lines: [{ sku_id: sku, quantity: 1 }] })).toMatchObject({
      code: 'STOCK_SHORTAGE',
      n: 0,
    })
    done(await act({ kind: 'dispose', lines: [{ sku_id: sku, quantity: 2, place: 'damaged' }] }))
    expect(await level(sku)).toMatchObject({ shelf: 7, hold: 0, damaged: 0 })
  })

  test('a void restores what the sale took', async () => {
    const sku = await article(2)
    const sale = posted(await sell([lineOf(1, sku, 2)]))
    posted((await world.giveBack({ sale: sale.id, kind: 'void' })) as never)
    expect(await level(sku)).toMatchObject({ shelf: 2 })
    const never = await article()
    const before = posted(await sell([lineOf(1, never)]))
    done(await act({ kind: 'opening', lines: [{ sku_id: never, quantity: 1 }] }))
    posted((await world.giveBack({ sale: before.id, kind: 'void' })) as never)
    expect(await level(never)).toMatchObject({ shelf: 1 })
  })
})

describe('acts of staff', () => {
  test('an act is posted once for its key', async () => {
    const sku = await article()
    const key = randomUUID()
    const ask = () => act({ key, id: randomUUID(), kind: 'receive', lines: [{ sku_id: sku, quantity: 3 }] })
    const first = done(await ask())
    expect(await ask()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const id = randomUUID()
    const same = () =>
      act({
        key: `${key}2`,
        id,
        kind: 'receive',
        lines: [{ sku_id: sku, quantity: 3 }],
        request_hash: Buffer.from('x'),
      })
    const both = await Promise.all([same(), same()])
    expect(both.filter(({ replayed }) => replayed)).toHaveLength(1)
    expect(first.document_id).not.toBe(id)
    expect(await level(sku)).toMatchObject({ shelf: 6 })
  })

  test('a slip of a supplier is booked once', async () => {
    const sku = await article()
    const slip = { kind: 'receive', supplier: '銀河工房', slip_number: 'A-1' } as const
    done(await act({ ...slip, lines: [{ sku_id: sku, quantity: 4, planned: 5 }] }))
    expect(await act({ ...slip, lines: [{ sku_id: sku, quantity: 4 }] })).toMatchObject({
      code: 'DELIVERY_BOOKED',
    })
    expect(await level(sku)).toMatchObject({ shelf: 4 })
  })

  test('a clerk corrects five pieces, and more with the approval of another person', async () => {
    const sku = await article(20)
    const by = world.register
    done(await act({ by, lines: [{ sku_id: sku, quantity: -5 }] }))
    expect(await act({ by, lines: [{ sku_id: sku, quantity: -6 }] })).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      n: 6,
    })
    expect(await act({ by, kind: 'dispose', lines: [{ sku_id: sku, quantity: 6 }] })).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
    expect(await act({ by, kind: 'count', lines: [{ sku_id: sku, quantity: 4 }] })).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
    done(await act({ by, lines: [{ sku_id: sku, quantity: -6 }], approved_by: manager.user_id }))
    done(await act({ lines: [{ sku_id: sku, quantity: -6 }] }))
    expect(await level(sku)).toMatchObject({ shelf: 3 })
  })

  test('takes no more than is there, and nothing from a shelf that has changed since it was looked at', async () => {
    const sku = await article(3)
    expect(await act({ lines: [{ sku_id: sku, quantity: -4 }] })).toMatchObject({
      code: 'STOCK_SHORTAGE',
      n: 3,
    })
    expect(await act({ lines: [{ sku_id: sku, quantity: -1, expected: 4 }] })).toMatchObject({
      code: 'CONFLICT',
    })
    done(await act({ lines: [{ sku_id: sku, quantity: -1, expected: 3 }] }))
    expect(await act({ lines: [{ sku_id: randomUUID(), quantity: 1 }] })).toMatchObject({
      code: 'SKU_NOT_FOUND',
    })
    expect(await act({ store_id: elsewhere.store_id, lines: [{ sku_id: sku, quantity: 1 }] })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('what is sent is on its way until it arrives, and what is missing then is a shortage', async () => {
    const sku = await article(9)
    const sent = done(
      await act({ kind: 'transfer', to_store_id: elsewhere.store_id, lines: [{ sku_id: sku, quantity: 5 }] }),
    )
    expect(await level(sku)).toMatchObject({ shelf: 4 })
    expect(await level(sku, elsewhere.store_id)).toMatchObject({ shelf: 0, transit: 5 })
    const arrive = (quantity: number, by = elsewhere) =>
      act({
        by,
        kind: 'arrival',
        store_id: null,
        related_id: sent.document_id,
        lines: [{ sku_id: sku, quantity }],
      })
    expect(await arrive(6)).toMatchObject({ code: 'TRANSFER_LINES' })
    expect(await arrive(5, manager)).toMatchObject({ code: 'NOT_FOUND' })
    const ends = await Promise.all([
      arrive(4),
      arrive(4),
      act({ kind: 'recall', store_id: null, related_id: sent.document_id }),
    ])
    expect(ends.filter(({ code }) => code === null)).toHaveLength(1)
    expect(ends.filter(({ code }) => code === 'TRANSFER_ENDED')).toHaveLength(2)
    const again = done(
      await act({ kind: 'transfer', to_store_id: elsewhere.store_id, lines: [{ sku_id: sku, quantity: 2 }] }),
    )
    const before = (await level(sku)).shelf
    done(await act({ kind: 'recall', store_id: null, related_id: again.document_id }))
    expect(await level(sku)).toMatchObject({ shelf: before + 2 })
    expect(await level(sku, elsewhere.store_id)).toMatchObject({ transit: 0 })
    expect(
      await act({ kind: 'transfer', to_store_id: manager.store_id, lines: [{ sku_id: sku, quantity: 1 }] }),
    ).toMatchObject({ code: 'TRANSFER_SAME_STORE' })
  })
})

test('looks of one person from several devices add up, each once, and none comes after the end', async () => {
  const sku = await article(4)
  const open = () =>
    withinPool(world.app, (db) =>
      openCount(db, { id: randomUUID(), store_id: manager.store_id, actor_id: manager.user_id, note: null }),
    )
  const [{ id: count_id }, joined] = await Promise.all([open(), open()])
  expect(joined).toEqual({ code: null, id: count_id })
  const look = (key: string = randomUUID()) =>
    withinPool(world.app, (db) =>
      recordLook(db, {
        actor_id: manager.user_id,
        route: 'inventory/count',
        key,
        request_hash: Buffer.of(0),
        count_id,
        sku_id: sku,
        add: 1,
      }),
    )
  const key = randomUUID()
  const looks = await Promise.all([look(key), look(key), look(), look(), look()])
  expect(looks.map(({ code }) => code)).toEqual([null, null, null, null, null])
  expect(looks.filter(({ replayed }) => replayed)).toHaveLength(1)
  await world.owner.query(`update stock_counts set state = 'review' where id = $1`, [count_id])
  const both = await Promise.all([act({ kind: 'count', count_id }), act({ kind: 'count', count_id })])
  expect(both.map(({ code }) => code)).toEqual(expect.arrayContaining([null, 'STOCKTAKE_STATE']))
  expect(await look()).toMatchObject({ code: 'STOCKTAKE_STATE' })
  expect(await level(sku)).toMatchObject({ shelf: 4 })
})

describe('articles kept for somebody', () => {
  const keep = (
    owner_id: string,
    sku_id: string,
    quantity: number,
    until = new Date(Date.now() + 86_400_000),
  ) => withinPool(world.app, (db) => reserveStock(db, promiseOf(owner_id, sku_id, quantity, until)))
  const promiseOf = (owner_id: string, sku_id: string, quantity: number, until: Date) => ({
    owner_id,
    store_id: manager.store_id,
    actor_id: manager.user_id,
    customer_id: null,
    label: '花子様',
    until,
    lines: quantity > 0 ? [{ sku_id, quantity }] : [],
  })

  test('are not sold to anybody else, and go with the sale they were kept for', async () => {
    const sku = await article(3)
    const owner = randomUUID()
    expect(await keep(owner, sku, 2)).toMatchObject({ code: null })
    expect(await keep(randomUUID(), sku, 2)).toMatchObject({ code: 'STOCK_SHORTAGE', n: 1 })
    expect(await sell([lineOf(1, sku, 2)])).toMatchObject({ code: 'STOCK_SHORTAGE', n: 1 })
    expect(
      await act({ kind: 'transfer', to_store_id: elsewhere.store_id, lines: [{ sku_id: sku, quantity: 2 }] }),
    ).toMatchObject({ code: 'STOCK_SHORTAGE', n: 1 })
    expect(await keep(owner, sku, 3)).toMatchObject({ code: null })
    posted(await sell([lineOf(1, sku, 3)], { id: owner }))
    expect(await level(sku)).toMatchObject({ shelf: 0, reserved: 0 })
  })

  test('of the last piece two customers are promised one', async () => {
    const sku = await article(1)
    const both = await Promise.all([keep(randomUUID(), sku, 1), keep(randomUUID(), sku, 1)])
    expect(both).toEqual(
      expect.arrayContaining([
        { code: null, n: null },
        { code: 'STOCK_SHORTAGE', n: 0 },
      ]),
    )
    expect(await level(sku)).toMatchObject({ shelf: 1, reserved: 1 })
  })

  test('are as many as were asked for, by the decision of this very act', async () => {
    const sku = await article(3)
    const promise = promiseOf(randomUUID(), sku, 2, new Date(Date.now() + 86_400_000))
    const decide = (facts: ReserveFacts) => decideReservation(facts, promise.lines)
    const cases: [(plan: Held<{ lines: object[] }>) => object, string | RegExp][] = [
      [(plan) => ({ ...plan, lines: [{ sku_id: sku, quantity: 3 }] }), /would be kept, where/],
      [(plan) => ({ ...plan, lines: [] }), /would be kept, where/],
      [(plan) => ({ ...plan, held: null }), /begins anew/],
      [(plan) => plan, 'posted'],
    ]
    for (const [change, outcome] of cases)
      expect(await attemptAct(world.app, 'reserve_stock', promise, decide, change)).toMatch(outcome)
    expect(await level(sku)).toMatchObject({ reserved: 2 })
  })

  test('are not missing from the shelf twice while they are fetched', async () => {
    const sku = await article(2)
    const cart = randomUUID()
    const { store_id, register_id, user_id } = world.register
    await world.owner.query(
      `insert into parked_sales (id, store_id, name, cart, total, pieces, register_id, employee_id, keeps_goods, parked_at,
         expires_at, status, version, held_until)
       values ($1, $2, '花子様', '{"items":[]}', 1000, 1, $3, $4, true, now(), now() + interval '1 day', 'resumed', 2,
         now() + interval '1 hour')`,
      [cart, store_id, register_id, user_id],
    )
    expect(await keep(cart, sku, 1)).toMatchObject({ code: null })
    const sale = () => world.request({ cash: 1_000, lines: [lineOf(1, sku)] })
    const outcomes = await Promise.all([
      world.gatherer.pay({ ...sale(), parked_id: cart, parked_version: 2 }),
      world.gatherer.pay(sale()),
    ])
    expect(outcomes).toMatchObject([{ code: null }, { code: null }])
    expect(await level(sku)).toMatchObject({ shelf: 0, reserved: 0 })
  })

  test('are for sale again when they were not fetched in time, and when they are let go', async () => {
    const sku = await article(1)
    const owner = randomUUID()
    await keep(owner, sku, 1)
    await keep(owner, sku, 0)
    expect(await level(sku)).toMatchObject({ reserved: 0 })
    await keep(owner, sku, 1)
    await world.setClock(new Date(Date.now() + 2 * 86_400_000).toISOString())
    try {
      posted(await sell([lineOf(1, sku)]))
      expect(await level(sku)).toMatchObject({ shelf: 0, reserved: 1 })
      await world.app.query('select ledger.lapse_reservations()')
      expect(await level(sku)).toMatchObject({ reserved: 0 })
    } finally {
      await world.setClock(null)
    }
  })
})

describe('the door', () => {
  test('the application writes no level, no movement and no act by itself', async () => {
    const sku = await article(1)
    for (const statement of [
      `update ledger.stock_levels set shelf = 99`,
      `insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, document_id, line, at)
       values ('${manager.store_id}', '${sku}', 2, 'receive', 'shelf', 1, 2, gen_random_uuid(), 1, now())`,
      `delete from ledger.stock_moves`,
      `insert into ledger.stock_documents (id, kind, store_id, actor_id, at)
       values (gen_random_uuid(), 'receive', '${manager.store_id}', '${manager.user_id}', now())`,
      `update ledger.stock_reservations set state = 'released'`,
    ]) {
      expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
    }
  })

  test('nobody moves a level, a posted movement or an act around the door', async () => {
    const sku = await article(1)
    const document = `insert into ledger.stock_documents (id, kind, store_id, actor_id, at, reason)
      values ('${randomUUID()}', 'adjust', '${manager.store_id}', '${manager.user_id}', now(), 'x') returning id`
    const move = (change: Record<string, string>) => {
      const row = {
        store_id: `'${manager.store_id}'`,
        sku_id: `'${sku}'`,
        seq: '2',
        kind: `'adjust'`,
        place: `'shelf'`,
        quantity: '1',
        after: '2',
        document_id: '(select id from ledger.stock_documents order by xid::text::bigint desc limit 1)',
        line: '1',
        at: 'now()',
        ...change,
      }
      return `insert into ledger.stock_moves (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
    }
    const cases: [string[], RegExp][] = [
      [[`update ledger.stock_levels set shelf = 99 where sku_id = '${sku}'`], /by movements only/],
      [[`update ledger.stock_levels set reserved = 1 where sku_id = '${sku}'`], /by movements only/],
      [[`delete from ledger.stock_levels`], /never allowed/],
      [[`update ledger.stock_moves set quantity = 5`], /never allowed/],
      [[`delete from ledger.stock_documents`], /never allowed/],
      [[`truncate ledger.stock_moves`], /never allowed/],
      [[document], /has no lines/],
      [[move({})], /without a cause/],
      [[document, move({ seq: '3' })], /do not go on/],
      [[document, move({ after: '5' })], /do not go on/],
      [[document, move({ quantity: '-2', after: '-1' })], /below zero/],
      [[document, move({ place: `'hold'`, quantity: '-1', after: '-1' })], /check constraint/],
      [
        [
          move({
            document_id: 'null',
            transaction_id: 'gen_random_uuid()',
            kind: `'sale'`,
            quantity: '-1',
            after: '0',
          }),
        ],
        /without a cause/,
      ],
    ]
    for (const [statements, reason] of cases)
      expect(await refusalOf(world.owner, ...statements)).toMatch(reason)
    expect(await level(sku)).toMatchObject({ shelf: 1 })
  })

  const attempt = (asked: Asked, change: (plan: Held<StockPlan>) => object = (plan) => plan) => {
    const request = requestOf(asked)
    return attemptAct(
      world.app,
      'move_stock',
      request,
      (facts: StockFacts) => decideMove(facts, request),
      change,
    )
  }

  test('a document is posted as it was asked, by the decision of its own act', async () => {
    const sku = await article(9)
    const delivery = { kind: 'receive', lines: [{ sku_id: sku, quantity: 3 }] } as const
    const withLine = (change: object) => (plan: Held<StockPlan>) => ({
      ...plan,
      lines: plan.lines.map((line) => ({ ...line, ...change })),
    })
    const cases: [(plan: Held<StockPlan>) => object, RegExp][] = [
      [(plan) => ({ ...plan, held: plan.held.replace(/.$/, '-') }), /not made of the facts/],
      [(plan) => ({ ...plan, held: null }), /begins anew/],
      [withLine({ quantity: 4 }), /the document would say/],
      [withLine({ place: 'damaged' }), /the document would say/],
      [withLine({ sku_id: await article(1) }), /the document would say/],
      [(plan) => ({ ...plan, lines: [] }), /the document would say/],
    ]
    for (const [change, refusal] of cases) expect(await attempt(delivery, change)).toMatch(refusal)
    const count = { kind: 'count', lines: [{ sku_id: sku, quantity: 7 }] } as const
    expect(await attempt(count, withLine({ quantity: -1 }))).toMatch(/the document would say/)
    expect(await level(sku)).toMatchObject({ shelf: 9 })
    expect(await attempt(count)).toBe('posted')
    expect(await attempt(delivery)).toBe('posted')
    expect(await level(sku)).toMatchObject({ shelf: 10 })
  })

  test('an arrival takes in what was said of what was sent', async () => {
    const lines = [{ sku_id: await article(5), quantity: 5 }]
    const sent = done(await act({ kind: 'transfer', to_store_id: elsewhere.store_id, lines }))
    const end = { by: elsewhere, store_id: null, related_id: sent.document_id } as const
    const arrival = { ...end, kind: 'arrival', lines } as const
    for (const change of [{ planned: 6 }, { quantity: 4 }])
      expect(
        await attempt(arrival, (plan) => ({
          ...plan,
          lines: plan.lines.map((line) => ({ ...line, ...change })),
        })),
      ).toMatch(/the document would say/)
    expect(await attempt(arrival)).toBe('posted')
  })

  test('of two first acts on an article the one that counted an empty shelf begins anew', async () => {
    const sku = await article()
    const count = { kind: 'count', lines: [{ sku_id: sku, quantity: 4 }] } as const
    const request = requestOf(count)
    const asked = JSON.stringify(recordOf(request))
    const late = withinPool(world.app, async (db) => {
      const [read] = await db.rows<{ facts: Held<StockFacts> }>(
        'select ledger.hold_move_stock($1) as facts',
        [asked],
      )
      done(await act({ kind: 'opening', lines: [{ sku_id: sku, quantity: 5 }] }))
      const { held, access } = read!.facts
      const decided = JSON.stringify({ ...decideMove(read!.facts, request), held, access })
      return db.rows('select code from ledger.move_stock($1, $2)', [asked, decided])
    })
    await expect(late).rejects.toMatchObject({ code: '40001', message: expect.stringMatching(/first act/) })
    expect(await level(sku)).toMatchObject({ shelf: 5 })
    done(await act(count))
    expect(await level(sku)).toMatchObject({ shelf: 4 })
  })

  test('a refused act gives an article no stock', async () => {
    const sku = await article()
    expect(await act({ lines: [{ sku_id: sku, quantity: -1 }] })).toMatchObject({
      code: 'STOCK_SHORTAGE',
      n: 0,
    })
    expect(await level(sku)).toBeUndefined()
  })

  test('the audit names a level and a movement that were altered behind the door', async () => {
    const sku = await article(4)
    posted(await sell([lineOf(1, sku)]))
    const copy = await world.copy()
    try {
      await copy.owner.query(`set session_replication_role = replica;
        update ledger.stock_levels set shelf = shelf + 1 where sku_id = '${sku}';
        delete from ledger.stock_moves where kind = 'sale' and sku_id <> '${sku}'`)
      const { rows } = await copy.app.query<{ rule: string }>('select rule from ledger.audit()')
      expect(rows.map(({ rule }) => rule)).toEqual(
        expect.arrayContaining(['stock = sum of its movements', 'a movement of stock goes on from the last']),
      )
    } finally {
      await copy.drop()
    }
  })
})

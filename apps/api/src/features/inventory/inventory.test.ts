import { randomUUID } from 'node:crypto'
import type { Caller, Output } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { watchStock } from './index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let manager: Caller
let otherManager: Caller
let owner: Caller
let stores: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
  manager = await api.as('manager')
  otherManager = await api.as('otherManager')
  owner = await api.as('owner')
  const rows = await api.db.query<{ code: string; id: string }>('select code, id from stores')
  stores = Object.fromEntries(rows.map(({ code, id }) => [code, id]))
  await register()
})
afterAll(() => api.close())

const key = () => ({ headers: { 'Idempotency-Key': randomUUID() } })
async function skuOf(code: string): Promise<string> {
  const [row] = await api.db.query<{ id: string }>('select id from skus where sku = $1', [code])
  return row!.id
}
/** Articles of the tests' own: registered before the first sale, because a register's price list is a few seconds old. */
const spare: string[] = []
async function register(): Promise<void> {
  for (let index = 0; index < 40; index += 1) {
    const id = randomUUID()
    spare.push(id)
    await api.db.query(
      `insert into skus (id, sku, barcode, name, search_text, price, picture)
       values ($1, $2, $2, $2, lower($2), 1000, 'ring')`,
      [id, `ZZ-${id.slice(0, 8).toUpperCase()}`],
    )
  }
}
/** One of them, with so many pieces in Kanazawa. */
async function article(quantity: number): Promise<string> {
  const id = spare.pop()!
  await deliver([{ sku_id: id, quantity }])
  return id
}
const deliver = (
  lines: { sku_id: string; quantity: number; planned?: number }[],
  slip: string = randomUUID(),
) => manager.get('inventory.receive', { body: { supplier: '銀河工房', slip_number: slip, lines }, ...key() })
const levelOf = async (id: string, caller = manager) => caller.get('inventory.show', { params: { id } })
const move = (caller: Caller, id: string, body: object, headers = key()) =>
  caller.get('inventory.move', { params: { id }, body, ...headers })
const refused = (caller: Caller, id: string, body: object) =>
  caller.refused('inventory.move', { params: { id }, body, ...key() })
const buy = (sku_id: string, quantity: number, change: object = {}) => ({
  body: {
    transaction_id: randomUUID(),
    items: [{ sku_id, quantity }],
    tenders: { cash: 1_000 * quantity },
    ...change,
  },
  ...key(),
})

describe('levels', () => {
  test('the demo shops open with their stock, and what they sold is on record', async () => {
    const ring = await skuOf('RG001-11')
    const shown = await levelOf(ring, owner)
    expect(shown.stores.map(({ quantity }) => quantity)).toEqual([3, 8, 5])
    expect(shown.stores.map(({ name }) => name)).toEqual(['福岡大名店', '金沢本店', '東京蔵前店'])
    const all = await owner.get('inventory.list', { query: { limit: 100 } })
    const demo = all.items.filter(({ sku }) => !sku.startsWith('ZZ'))
    expect(demo).toHaveLength(29)
    expect(demo.every(({ quantity }) => quantity === 16)).toBe(true)
    expect(all.items.some(({ sku }) => sku === 'SV001')).toBe(false)
    // The sales since the stock was opened are movements of it too.
    const [sold] = await api.db.query<{ lines: number; moves: number }>(
      `select (select count(*) from ledger.transaction_lines l join skus k on k.id = l.sku_id and k.stocked
           join ledger.transactions t on t.id = l.transaction_id and t.kind = 'payment'
             and t.completed_at >= (select min(at) from ledger.stock_moves)) as lines,
         (select count(*) from ledger.stock_moves where kind = 'sale') as moves`,
    )
    expect(sold!.moves).toBe(sold!.lines)
    expect(sold!.moves).toBeGreaterThan(20)
  })

  test('a list can be searched, narrowed and paged, and staff see their own store', async () => {
    const id = await article(4)
    const found = await clerk.get('inventory.list', { query: { query: 'ﾍﾟﾝﾀﾞﾝﾄ', category: 'pendant' } })
    expect(found.items.map(({ sku }) => sku)).toContain('PD001')
    await manager.get('inventory.update', { params: { id }, body: { reorder_point: 4 } })
    const low = await clerk.get('inventory.list', { query: { filter: 'low' } })
    expect(low.items).toMatchObject([{ id, state: 'low', available: 4, reorder_point: 4 }])
    expect(low.counts).toMatchObject({ low: 1 })
    await move(manager, id, { kind: 'adjust', quantity: -4, reason: '展示' })
    const out = await clerk.get('inventory.list', { query: { filter: 'out', limit: 100 } })
    expect(out.items.find((item) => item.id === id)).toMatchObject({ state: 'out', available: 0 })
    const second = await clerk.get('inventory.list', { query: { page: 2, limit: 10 } })
    expect(second).toMatchObject({ page: 2, next_page: 3 })
    expect(await clerk.refused('inventory.list', { query: { store_id: stores['KRM1']! } })).toMatchObject({
      status: 404,
    })
    const elsewhere = await owner.get('inventory.list', {
      query: { store_id: stores['KRM1']!, query: 'RG001-11' },
    })
    expect(elsewhere.items).toMatchObject([{ quantity: 5 }])
  })

  test('the catalogue tells a register what its store has, and what of it is promised', async () => {
    const id = await article(3)
    const [item] = (await clerk.get('skus.search', { query: { query: (await levelOf(id)).sku } })).items
    expect(item!.stock).toEqual({ quantity: 3, reserved: 0, available: 3 })
    expect((await clerk.get('skus.search', { query: { query: 'SV001' } })).items[0]!.stock).toBeNull()
    expect((await owner.get('skus.search', { query: { query: 'RG001-11' } })).items[0]!.stock).toBeNull()
  })
})

describe('sales', () => {
  test('a sale, its refund and a void show in the history with their numbers', async () => {
    const id = await article(5)
    const sale = await clerk.get('transactions.pay', buy(id, 3))
    await manager.get('transactions.refund', {
      body: {
        transaction_id: sale.transaction.id,
        items: [{ line: 1, quantity: 1, restock: 'damaged' }],
        reason: '破損',
      },
      ...key(),
    })
    const { items, total } = await clerk.get('inventory.movements', { params: { id } })
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { kind: 'return', place: 'damaged', quantity: 1, after: 1, reason: '破損' },
      {
        kind: 'sale',
        place: 'shelf',
        quantity: -3,
        after: 2,
        number: sale.transaction.number,
        staff: '仮名 次郎',
      },
      { kind: 'receive', place: 'shelf', quantity: 5, after: 5 },
    ])
    const shown = await levelOf(id)
    expect(shown).toMatchObject({ quantity: 2, damaged: 1 })
    expect(shown.sales).toHaveLength(30)
    expect(shown.sales.at(-1)).toMatchObject({ quantity: 2 })
    expect(shown.sales.slice(0, -1).every(({ quantity }) => quantity === 0)).toBe(true)
  })

  test('the last piece is sold once, and the register that comes second is told which line and keeps everything', async () => {
    const id = await article(1)
    const answers = await Promise.all([1, 2, 3].map(() => clerk.call('transactions.pay', buy(id, 1))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    const two = [
      { name: '包装', unit_price: 100, quantity: 1 },
      { sku_id: id, quantity: 1 },
    ]
    const asked = buy(id, 1, { items: two, tenders: { cash: 1_100 } })
    expect(await clerk.refused('transactions.pay', asked)).toMatchObject({
      status: 409,
      code: 'STOCK_SHORTAGE',
      error: '在庫が不足しています（残り0点）。',
      fields: { 'items.1.quantity': '在庫が不足しています（残り0点）。' },
    })
    // The same answer for the same key; with a piece more on the shelf and a key of its own it goes through.
    expect(await clerk.refused('transactions.pay', asked)).toMatchObject({ code: 'STOCK_SHORTAGE' })
    await deliver([{ sku_id: id, quantity: 1 }])
    await clerk.get('transactions.pay', { ...asked, ...key() })
    expect(await levelOf(id)).toMatchObject({ quantity: 0, state: 'out' })
  })
})

describe('what falls to its reorder point', () => {
  test('is told to the managers of its store once, and again only after it has risen', async () => {
    const look = () => watchStock(api.server.context)
    await look()
    const id = await article(6)
    const { name } = await levelOf(id)
    const shownTo = async (caller: Caller) =>
      (await caller.get('notifications.list')).items.filter(({ message }) => message.includes(name))
    await manager.get('inventory.update', { params: { id }, body: { reorder_point: 4 } })
    expect(await look()).toBe(0)
    await clerk.get('transactions.pay', buy(id, 2))
    expect((await Promise.all([look(), look(), look()])).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    expect(await shownTo(manager)).toMatchObject([
      {
        title: '在庫が発注点になりました',
        message: `金沢本店：${name} 残り4点（発注点4点）`,
        action: { label: '在庫を見る' },
      },
    ])
    expect(await shownTo(await api.as('otherManager'))).toEqual([])
    await clerk.get('transactions.pay', buy(id, 1))
    expect(await look()).toBe(0)
    await deliver([{ sku_id: id, quantity: 5 }])
    expect(await look()).toBe(0)
    await clerk.get('transactions.pay', buy(id, 4))
    expect(await look()).toBe(1)
    expect(await shownTo(manager)).toHaveLength(2)
  })
})

describe('acts of staff', () => {
  test('a delivery says what was announced and what came, and its slip is taken once', async () => {
    const id = await article(0)
    const slip = randomUUID()
    const answer = await deliver([{ sku_id: id, quantity: 4, planned: 5 }], slip)
    expect(answer.movements).toMatchObject([{ sku_id: id, place: 'shelf', quantity: 4, after: 4 }])
    expect(
      await manager.refused('inventory.receive', {
        body: { supplier: '銀河工房', slip_number: slip, lines: [{ sku_id: id, quantity: 4 }] },
        ...key(),
      }),
    ).toMatchObject({ status: 409, code: 'DELIVERY_BOOKED', error: 'この伝票番号は入荷済みです。' })
    const { items } = await clerk.get('inventory.deliveries', { query: { limit: 1 } })
    expect(items).toMatchObject([
      {
        supplier: '銀河工房',
        slip_number: slip,
        pieces: 4,
        lines: [{ sku_id: id, planned: 5, quantity: 4 }],
      },
    ])
  })

  test('the same key moves once and answers the same, another body under it is refused', async () => {
    const id = await article(3)
    const one = key()
    const body = { kind: 'adjust', quantity: -1, reason: '紛失' }
    const [first, second] = await Promise.all([
      clerk.call('inventory.move', { params: { id }, body, ...one }),
      clerk.call('inventory.move', { params: { id }, body, ...one }),
    ])
    await clerk.get('transactions.pay', buy(id, 1))
    const third = await clerk.call('inventory.move', { params: { id }, body, ...one })
    expect([first.body, second.body]).toEqual([third.body, third.body])
    expect(third.headers.get('idempotency-replayed')).toBe('true')
    expect(await levelOf(id)).toMatchObject({ quantity: 1 })
    expect(
      await clerk.refused('inventory.move', { params: { id }, body: { ...body, quantity: -2 }, ...one }),
    ).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('register staff correct five pieces by themselves and no more', async () => {
    const id = await article(20)
    await move(clerk, id, { kind: 'adjust', quantity: -5, reason: '破損', note: '落下' })
    expect(await refused(clerk, id, { kind: 'adjust', quantity: -6, reason: '破損' })).toMatchObject({
      status: 403,
      code: 'APPROVAL_REQUIRED',
    })
    await move(manager, id, { kind: 'adjust', quantity: -6, reason: '破損' })
    expect(await levelOf(id)).toMatchObject({ quantity: 9 })
  })

  test('beyond that another person agrees to this very act, once', async () => {
    const id = await article(20)
    const approved = async (quantity: number) => {
      const approval = randomUUID()
      await clerk.get('approvals.ask', {
        body: {
          id: approval,
          kind: 'stock_adjust',
          amount: Math.abs(quantity),
          reason: '棚から落とした',
          subject: { act: 'adjust', sku_id: id, quantity },
        },
      })
      await clerk.get('approvals.witness', {
        params: { id: approval },
        body: { employee_id: 'E0002', password: castPassword },
      })
      return approval
    }
    const approval_id = await approved(-8)
    const body = { kind: 'adjust', quantity: -8, reason: '破損', approval_id }
    expect(await refused(clerk, id, { ...body, quantity: -9 })).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    expect(await refused(clerk, id, { ...body, expected: 19 })).toMatchObject({ code: 'CONFLICT' })
    const once = key()
    await move(clerk, id, body, once)
    await move(clerk, id, body, once)
    expect(await refused(clerk, id, body)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    expect(await levelOf(id)).toMatchObject({ quantity: 12 })
    const { items } = await clerk.get('inventory.movements', { params: { id } })
    expect(items[0]).toMatchObject({
      kind: 'adjust',
      quantity: -8,
      staff: '仮名 次郎',
      approved_by: '例田 花子',
    })
  })

  test.each([
    [{ kind: 'adjust', quantity: 0, reason: '誤差' }, 'quantity'],
    [{ kind: 'adjust', quantity: 1.5, reason: '誤差' }, 'quantity'],
    [{ kind: 'dispose', quantity: -1, reason: '破損' }, 'quantity'],
    [{ kind: 'receive', quantity: 1e9 }, 'quantity'],
    [{ kind: 'adjust', quantity: 1 }, 'reason'],
    [{ kind: 'transfer', quantity: 1 }, 'to_store_id'],
    [{ kind: 'adjust', quantity: 1, reason: '誤差', place: 'damaged' }, 'place'],
    [{ kind: 'sale', quantity: 1 }, 'kind'],
  ])('%j is no act', async (body, field) => {
    const id = await skuOf('RG001-13')
    expect(await refused(manager, id, body)).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    })
  })

  test('refuses what is not there, what is not kept, and what is somebody else’s', async () => {
    const adjust = { kind: 'adjust', quantity: 1, reason: '誤差' }
    expect(await refused(manager, randomUUID(), adjust)).toMatchObject({ status: 404, code: 'SKU_NOT_FOUND' })
    expect(await refused(manager, await skuOf('SV001'), adjust)).toMatchObject({ code: 'SKU_NOT_STOCKED' })
    const ring = await skuOf('RG001-13')
    expect(await refused(manager, ring, { ...adjust, quantity: -9 })).toMatchObject({
      code: 'STOCK_SHORTAGE',
      error: '在庫が不足しています（残り8点）。',
    })
    expect(await refused(manager, ring, { ...adjust, expected: 7 })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    })
    expect(await refused(owner, ring, adjust)).toMatchObject({ status: 400, code: 'STORE_REQUIRED' })
    const nowhere = { body: { id: randomUUID(), store_id: randomUUID() } }
    expect(await owner.refused('inventory.openCount', nowhere)).toMatchObject({ status: 404 })
    expect(await refused(clerk, ring, { ...adjust, store_id: stores['KRM1'] })).toMatchObject({ status: 404 })
    expect(
      await manager.refused('inventory.receive', {
        body: {
          supplier: 'x',
          slip_number: 'x',
          lines: [
            { sku_id: ring, quantity: 1 },
            { sku_id: ring, quantity: 1 },
          ],
        },
        ...key(),
      }),
    ).toMatchObject({ status: 400, fields: { lines: '同じ商品が2行あります。1行にまとめてください。' } })
    expect(await manager.refused('inventory.show', { params: { id: randomUUID() } })).toMatchObject({
      code: 'SKU_NOT_FOUND',
    })
    expect(
      await manager.refused('inventory.update', {
        params: { id: await skuOf('SV001') },
        body: { reorder_point: 1 },
      }),
    ).toMatchObject({ code: 'SKU_NOT_STOCKED' })
  })
})

describe('transfers', () => {
  const send = (caller: Caller, to: string, sku_id: string, quantity: number) =>
    caller.get('inventory.send', { body: { to_store_id: to, lines: [{ sku_id, quantity }] }, ...key() })
  const list = (caller: Caller) => caller.get('inventory.transfers', { query: { state: 'open' } })

  test('both stores see articles on their way, and what is missing on arrival stays on record', async () => {
    const id = await article(6)
    const { id: transfer } = await send(manager, stores['KRM1']!, id, 4)
    expect(await levelOf(id)).toMatchObject({ quantity: 2 })
    expect(await levelOf(id, otherManager)).toMatchObject({ quantity: 0, in_transit: 4 })
    expect((await list(manager)).items[0]).toMatchObject({ id: transfer, status: 'sent', pieces: 4 })
    const arrive = (caller: Caller, quantity: number) => ({
      params: { id: transfer },
      body: { kind: 'arrival', lines: [{ sku_id: id, quantity }] },
      ...key(),
      caller,
    })
    expect(await manager.refused('inventory.endTransfer', arrive(manager, 4))).toMatchObject({ status: 404 })
    expect(await otherManager.refused('inventory.endTransfer', arrive(otherManager, 5))).toMatchObject({
      code: 'TRANSFER_LINES',
    })
    await otherManager.get('inventory.endTransfer', arrive(otherManager, 3))
    expect(await otherManager.refused('inventory.endTransfer', arrive(otherManager, 3))).toMatchObject({
      code: 'TRANSFER_ENDED',
      error: 'この移動はすでに完了しています。',
    })
    expect(await levelOf(id, otherManager)).toMatchObject({ quantity: 3, in_transit: 0 })
    const { items } = await otherManager.get('inventory.transfers', { query: { limit: 1 } })
    expect(items).toMatchObject([{ status: 'arrived', lines: [{ sent: 4, received: 3 }] }])
    const { items: moves } = await otherManager.get('inventory.movements', { params: { id } })
    expect(moves.map(({ kind }) => kind)).toEqual(['shortage', 'transfer_in', 'transfer_in', 'transfer_out'])
  })

  test('whoever sent it takes it back while it is on its way', async () => {
    const id = await article(2)
    const { id: transfer } = await send(clerk, stores['DMY1']!, id, 2)
    await clerk.get('inventory.endTransfer', { params: { id: transfer }, body: { kind: 'recall' }, ...key() })
    expect(await levelOf(id)).toMatchObject({ quantity: 2 })
    expect(
      await clerk.refused('inventory.send', {
        body: { to_store_id: stores['KNZ1'], lines: [{ sku_id: id, quantity: 1 }] },
        ...key(),
      }),
    ).toMatchObject({ code: 'TRANSFER_SAME_STORE' })
  })
})

describe('articles kept for somebody', () => {
  const keep = (sku_id: string, quantity: number, change: object = {}) => ({
    body: {
      id: randomUUID(),
      label: '花子 様',
      until: new Date(Date.now() + 3_600_000).toISOString(),
      lines: [{ sku_id, quantity }],
      ...change,
    },
  })

  test('are not sold to anybody else until they are let go', async () => {
    const id = await article(2)
    const kept = await clerk.get('inventory.reserve', keep(id, 2))
    expect(await levelOf(id)).toMatchObject({ quantity: 2, reserved: 2, available: 0, state: 'out' })
    expect((await levelOf(id)).reservations).toMatchObject([{ label: '花子 様', lines: [{ quantity: 2 }] }])
    expect(await clerk.refused('transactions.pay', buy(id, 1))).toMatchObject({ code: 'STOCK_SHORTAGE' })
    expect(await manager.refused('inventory.reserve', keep(id, 1))).toMatchObject({ code: 'STOCK_SHORTAGE' })
    expect((await clerk.get('inventory.reservations')).items.map((item) => item.id)).toContain(kept.id)
    await clerk.get('inventory.release', { params: { id: kept.id } })
    await clerk.get('inventory.release', { params: { id: kept.id } })
    expect(await levelOf(id)).toMatchObject({ reserved: 0, available: 2 })
  })

  test('go with the sale that bears their id', async () => {
    const id = await article(2)
    const kept = await clerk.get('inventory.reserve', keep(id, 2))
    await clerk.get('transactions.pay', buy(id, 2, { transaction_id: kept.id }))
    expect(await levelOf(id)).toMatchObject({ quantity: 0, reserved: 0 })
  })

  test('are promised for thirty days at most, and only of a stock', async () => {
    const id = await article(1)
    for (const until of [new Date(Date.now() - 1_000), new Date(Date.now() + 31 * 86_400_000)]) {
      expect(
        await clerk.refused('inventory.reserve', keep(id, 1, { until: until.toISOString() })),
      ).toMatchObject({
        code: 'RESERVATION_UNTIL',
        error: '取り置きの期限は、30日以内のこれからの日時にしてください。',
      })
    }
    expect(await clerk.refused('inventory.reserve', keep(await skuOf('SV001'), 1))).toMatchObject({
      code: 'SKU_NOT_STOCKED',
    })
    const kept = await clerk.get('inventory.reserve', keep(id, 1))
    expect(await otherManager.refused('inventory.reserve', keep(id, 1, { id: kept.id }))).toMatchObject({
      code: 'CONFLICT',
    })
    expect(await otherManager.refused('inventory.release', { params: { id: kept.id } })).toMatchObject({
      status: 404,
    })
    await clerk.get('inventory.release', { params: { id: kept.id } })
  })
})

describe('counts', () => {
  const look = (caller: Caller, count: string, body: object, headers = key()) =>
    caller.get('inventory.countEntry', { params: { id: count }, body, ...headers })
  const step = (caller: Caller, count: string, state: string) =>
    caller.get('inventory.updateCount', { params: { id: count }, body: { state }, ...key() })
  const lineOf = (count: Output<'inventory.count'>, id: string) =>
    count.lines.find(({ sku_id }) => sku_id === id)!

  test('two people count one store blind, a sale in between is right, and a manager posts the difference once', async () => {
    const [ring, chain, untouched] = [await article(10), await article(5), await article(7)]
    const { id } = await clerk.get('inventory.openCount', { body: { id: randomUUID() } })
    // The second person joins.
    expect((await manager.get('inventory.openCount', { body: { id: randomUUID() } })).id).toBe(id)
    const once = key()
    await look(clerk, id, { sku_id: ring, add: 4 }, once)
    await look(clerk, id, { sku_id: ring, add: 4 }, once)
    await look(manager, id, { sku_id: ring, add: 5 })
    await look(manager, id, { sku_id: chain, quantity: 5 })
    // Counted, and then one is sold: the shelf has one less than was counted, and nothing is missing for it.
    await clerk.get('transactions.pay', buy(chain, 1))
    await clerk.get('transactions.pay', buy(ring, 2))
    expect(await refused(manager, untouched, { kind: 'adjust', quantity: 1, reason: '誤差' })).toMatchObject({
      code: 'STOCKTAKE_IN_PROGRESS',
      error: '棚卸中のため在庫を変更できません。',
    })
    const running = await clerk.get('inventory.count', { params: { id } })
    expect(lineOf(running, ring)).toMatchObject({
      counted: 9,
      own: 4,
      people: 2,
      book: null,
      variance: null,
      differs: null,
    })
    expect(lineOf(running, untouched)).toMatchObject({ counted: null, book: null })
    expect(
      await manager.refused('inventory.updateCount', { params: { id }, body: { state: 'posted' }, ...key() }),
    ).toMatchObject({ code: 'STOCKTAKE_STATE' })

    await step(clerk, id, 'review')
    const seen = await clerk.get('inventory.count', { params: { id } })
    expect(lineOf(seen, ring)).toMatchObject({ book: null, differs: true })
    expect(lineOf(seen, chain)).toMatchObject({ book: null, differs: false })
    expect(lineOf(await manager.get('inventory.count', { params: { id } }), ring)).toMatchObject({
      book: 10,
      variance: -1,
    })
    for (const state of ['posted', 'cancelled']) {
      expect(
        await clerk.refused('inventory.updateCount', { params: { id }, body: { state }, ...key() }),
      ).toMatchObject({ code: 'FORBIDDEN' })
    }
    const post = { params: { id }, body: { state: 'posted', reason: '月次棚卸' }, ...key() }
    const [first, second] = await Promise.all([
      manager.call('inventory.updateCount', post),
      manager.call('inventory.updateCount', post),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await levelOf(ring)).toMatchObject({ quantity: 7 })
    expect(await levelOf(chain)).toMatchObject({ quantity: 4 })
    expect(await levelOf(untouched)).toMatchObject({ quantity: 7 })
    expect(lineOf(await clerk.get('inventory.count', { params: { id } }), ring)).toMatchObject({
      book: 10,
      variance: -1,
    })
    expect(
      await clerk.refused('inventory.countEntry', {
        params: { id },
        body: { sku_id: ring, add: 1 },
        ...key(),
      }),
    ).toMatchObject({ code: 'STOCKTAKE_STATE' })
  })

  test('what was sold between two looks at it must be counted again', async () => {
    const id = await article(6)
    const { id: count } = await manager.get('inventory.openCount', { body: { id: randomUUID() } })
    await look(clerk, count, { sku_id: id, add: 3 })
    await clerk.get('transactions.pay', buy(id, 1))
    await look(clerk, count, { sku_id: id, add: 2 })
    await step(manager, count, 'review')
    expect(lineOf(await manager.get('inventory.count', { params: { id: count } }), id)).toMatchObject({
      moved: true,
    })
    expect(
      await manager.refused('inventory.updateCount', {
        params: { id: count },
        body: { state: 'posted' },
        ...key(),
      }),
    ).toMatchObject({
      code: 'STOCKTAKE_AGAIN',
      error: '数えている間に動いた商品が1件あります。数え直してください。',
    })
    await look(manager, count, { sku_id: id, again: true })
    expect(
      await manager.refused('inventory.updateCount', {
        params: { id: count },
        body: { state: 'posted' },
        ...key(),
      }),
    ).toMatchObject({ code: 'STOCKTAKE_EMPTY' })
    await look(clerk, count, { sku_id: id, quantity: 5 })
    await step(manager, count, 'posted')
    expect(await levelOf(id)).toMatchObject({ quantity: 5 })
  })

  test('a count that is given up changes nothing, and another store’s is not there', async () => {
    const id = await article(3)
    const { id: count } = await manager.get('inventory.openCount', { body: { id: randomUUID() } })
    await look(clerk, count, { sku_id: id, quantity: 0 })
    expect(await otherManager.refused('inventory.count', { params: { id: count } })).toMatchObject({
      status: 404,
    })
    expect(
      await clerk.refused('inventory.countEntry', {
        params: { id: count },
        body: { sku_id: randomUUID(), add: 1 },
        ...key(),
      }),
    ).toMatchObject({ code: 'SKU_NOT_FOUND' })
    for (const quantity of [-1, 1.5, 100_000]) {
      expect(
        await clerk.refused('inventory.countEntry', {
          params: { id: count },
          body: { sku_id: id, quantity },
          ...key(),
        }),
      ).toMatchObject({ status: 400 })
    }
    await step(manager, count, 'cancelled')
    expect(await levelOf(id)).toMatchObject({ quantity: 3 })
    expect((await manager.get('inventory.counts')).items[0]).toMatchObject({ id: count, state: 'cancelled' })
  })
})

test('whatever was done above, the books of the stock balance', async () => {
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

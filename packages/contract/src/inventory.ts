import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { businessDate, empty, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { skuCategories, skuPictures } from './sku-terms.ts'
import { goodsPhoto } from './skus.ts'
import { stockFilters, stockKinds, stockPlaces } from './stock-terms.ts'
import { written } from './written.ts'

const pieces = z.int().min(1).max(limits.stockPiecesMax)
const reason = written.min(1).max(40)
const note = z.optional(written.max(200))
/** Head office says which store; staff of a store need not. */
const ofStore = { store_id: z.optional(id) }
const place = z.strictObject({ id, name: z.string() })
const article = { sku_id: id, sku: z.string(), name: z.string() }

/** What a store has of an article. `available` is what may be sold to anybody: the shelf less what is promised. */
const level = {
  quantity: whole,
  reserved: whole,
  available: whole,
  /** Came back and waits to be looked at; broken; on its way from another store. */
  hold: whole,
  damaged: whole,
  in_transit: whole,
}

export const stockItem = z.strictObject({
  id,
  sku: z.string(),
  barcode: z.string(),
  name: z.string(),
  price: whole,
  tax_rate: whole,
  category: z.enum(skuCategories),
  picture: z.enum(skuPictures),
  photo: goodsPhoto,
  active: z.boolean(),
  ...level,
  reorder_point: z.nullable(whole),
  state: z.enum(['ok', 'low', 'out']),
})
export type StockItem = z.infer<typeof stockItem>

const reservation = z.strictObject({
  /** The parked sale that the goods belong to, or the promise itself. */
  id,
  store_id: id,
  label: z.string(),
  until: instant,
  created_at: instant,
  staff: z.string(),
  lines: z.array(z.strictObject({ ...article, quantity: whole })),
  /** The cart that waits for whoever comes back, where one does: a register of the shop takes it from here. */
  parked: z.nullable(z.strictObject({ id, name: z.string(), version: whole })),
})
export type Reservation = z.infer<typeof reservation>

export const stockDetail = z.strictObject({
  ...stockItem.shape,
  fineness: z.nullable(whole),
  weight_mg: z.nullable(whole),
  size: z.nullable(z.string()),
  stocked: z.boolean(),
  stores: z.array(
    z.strictObject({ ...place.shape, ...level, reorder_point: z.nullable(whole), own: z.boolean() }),
  ),
  /** Pieces sold on each of the last thirty business days, returns taken off: of the store, or of all for head office. */
  sales: z.array(z.strictObject({ date: businessDate, quantity: whole })),
  reservations: z.array(reservation),
})
export type StockDetail = z.infer<typeof stockDetail>

const movement = z.strictObject({
  store_id: id,
  store_name: z.string(),
  /** Numbers the movements of the article at the store, without a gap. */
  seq: whole,
  at: instant,
  kind: z.enum(stockKinds),
  place: z.enum(stockPlaces),
  quantity: whole,
  /** What the place held then. */
  after: whole,
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  staff: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  /** The sale, refund or void that moved it, with its number. */
  transaction_id: z.nullable(id),
  number: z.nullable(z.string()),
  document_id: z.nullable(id),
})
export type StockMovement = z.infer<typeof movement>

/** What an act did, as it was posted: the same for every repeat of it. */
const act = z.strictObject({
  id,
  movements: z.array(
    z.strictObject({ store_id: id, sku_id: id, place: z.enum(stockPlaces), quantity: whole, after: whole }),
  ),
})
export type StockAct = z.infer<typeof act>

const delivery = z.strictObject({
  id,
  store: place,
  supplier: z.nullable(z.string()),
  slip_number: z.nullable(z.string()),
  note: z.nullable(z.string()),
  at: instant,
  staff: z.string(),
  pieces: whole,
  lines: z.array(z.strictObject({ ...article, planned: z.nullable(whole), quantity: whole })),
})
export type Delivery = z.infer<typeof delivery>

const transfer = z.strictObject({
  id,
  from: place,
  to: place,
  status: z.enum(['sent', 'arrived', 'recalled']),
  note: z.nullable(z.string()),
  sent_at: instant,
  sent_by: z.string(),
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  pieces: whole,
  lines: z.array(z.strictObject({ ...article, sent: whole, received: z.nullable(whole) })),
})
export type StockTransfer = z.infer<typeof transfer>

const countHead = {
  id,
  store: place,
  state: z.enum(['counting', 'review', 'posted', 'cancelled']),
  opened_at: instant,
  opened_by: z.string(),
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Articles that somebody has counted. */
  counted: whole,
}
const count = z.strictObject(countHead)
export type StockCount = z.infer<typeof count>

const countDetail = z.strictObject({
  ...countHead,
  lines: z.array(
    z.strictObject({
      ...article,
      barcode: z.string(),
      picture: z.enum(skuPictures),
      /** What all who counted it found together; null while nobody has. */
      counted: z.nullable(whole),
      /** The caller's own part of it. */
      own: z.nullable(whole),
      people: whole,
      /** Null as long as the count is blind: while it runs, and for till staff until it is posted. */
      book: z.nullable(whole),
      variance: z.nullable(whole),
      /** Does the figure differ from the books? Known once the counting is done. */
      differs: z.nullable(z.boolean()),
      /** Sold or brought back between the first and the last look at it: to be counted again. */
      moved: z.boolean(),
    }),
  ),
})
export type StockCountDetail = z.infer<typeof countDetail>

const who = ['register', 'manager', 'owner'] as const
const receiptLines = z
  .array(
    z.strictObject({
      sku_id: id,
      planned: z.optional(z.int().min(0).max(limits.stockPiecesMax)),
      quantity: z.int().min(0).max(limits.stockPiecesMax),
    }),
  )
  .min(1)
  .max(limits.stockLinesMax)
const actErrors = [
  'SKU_NOT_FOUND',
  'SKU_NOT_STOCKED',
  'STOCK_OF_BUYBACK',
  'STOCKTAKE_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
] as const
const ofStoreErrors = [...actErrors, 'STORE_REQUIRED'] as const
const once = (lines: readonly { sku_id: string }[]): boolean =>
  new Set(lines.map(({ sku_id }) => sku_id)).size === lines.length
const repeated = { path: ['lines'], message: 'STOCK_LINES_REPEATED' }

export const inventory = {
  list: endpoint({
    name: 'inventory.list',
    summary: '在庫の一覧（本部は店舗を選ばなければ全店の合計）',
    who,
    query: pageQuery.extend({
      ...ofStore,
      query: z.string().max(100).default(''),
      filter: z.enum(stockFilters).default('all'),
      category: z.optional(z.enum(skuCategories)),
    }),
    status: 200,
    output: z.strictObject({
      ...pageOf(stockItem).shape,
      /** Every store of the brand: where goods can be sent, and what head office can choose. */
      stores: z.array(place),
      /** How many articles each filter holds, whatever is searched for. */
      counts: z.strictObject({ low: whole, out: whole }),
    }),
    errors: [],
  }),
  show: endpoint({
    name: 'inventory.show',
    summary: '商品の在庫（店舗ごと）と30日の販売',
    who,
    params: z.object({ id }),
    query: z.object(ofStore),
    status: 200,
    output: stockDetail,
    errors: ['SKU_NOT_FOUND'],
  }),
  movements: endpoint({
    name: 'inventory.movements',
    summary: '商品の変動履歴（新しい順）',
    who,
    params: z.object({ id }),
    query: pageQuery.extend(ofStore),
    status: 200,
    output: pageOf(movement),
    errors: ['SKU_NOT_FOUND'],
  }),
  move: endpoint({
    name: 'inventory.move',
    summary: '1商品の入荷・調整・移動・廃棄・検品・数え直し',
    who,
    params: z.object({ id }),
    body: z
      .strictObject({
        kind: z.enum(['receive', 'adjust', 'transfer', 'dispose', 'inspect', 'count']),
        /** With its sign in an adjustment; what is there in a count; else how many pieces. */
        quantity: z.int().min(-limits.stockPiecesMax).max(limits.stockPiecesMax),
        to_store_id: z.optional(id),
        reason: z.optional(reason),
        note,
        /** What is disposed of, or where goods come to that were looked at. The shelf without it. */
        place: z.optional(z.enum(['shelf', 'hold', 'damaged'])),
        /** What the shelf held when the caller looked: refused when it has changed since. */
        expected: z.optional(whole),
        ...ofStore,
        approval_id: z.optional(id),
      })
      .refine(
        ({ kind, quantity }) => (kind === 'adjust' ? quantity !== 0 : quantity >= (kind === 'count' ? 0 : 1)),
        {
          path: ['quantity'],
          message: 'QUANTITY_INVALID',
        },
      )
      .refine(({ kind, to_store_id }) => (kind === 'transfer') === (to_store_id !== undefined), {
        path: ['to_store_id'],
        message: 'STORE_REQUIRED',
      })
      .refine(({ kind, reason: why }) => why !== undefined || !['adjust', 'dispose'].includes(kind), {
        path: ['reason'],
        message: 'STOCK_REASON_REQUIRED',
      })
      .refine(
        ({ kind, place: where }) =>
          where === undefined || where === 'shelf' || ['dispose', 'inspect'].includes(kind),
        {
          path: ['place'],
          message: 'STOCK_PLACE_INVALID',
        },
      )
      .refine(({ kind, place: where }) => kind !== 'inspect' || where !== 'hold', {
        path: ['place'],
        message: 'STOCK_PLACE_INVALID',
      }),
    status: 200,
    output: act,
    errors: [...ofStoreErrors, 'STOCK_SHORTAGE', 'CONFLICT', 'TRANSFER_SAME_STORE', 'APPROVAL_REQUIRED'],
    idempotent: true,
  }),
  update: endpoint({
    name: 'inventory.update',
    summary: '発注点を決める（nullでなし）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({
      reorder_point: z.nullable(z.int().min(0).max(limits.stockPiecesMax)),
      ...ofStore,
    }),
    status: 200,
    output: stockDetail,
    errors: ['STORE_REQUIRED', 'SKU_NOT_FOUND', 'SKU_NOT_STOCKED'],
  }),
  deliveries: endpoint({
    name: 'inventory.deliveries',
    summary: '入荷の履歴（新しい順）',
    who,
    query: pageQuery.extend(ofStore),
    status: 200,
    output: pageOf(delivery),
    errors: [],
  }),
  receive: endpoint({
    name: 'inventory.receive',
    summary: '入荷（仕入先の伝票は1回だけ）',
    who,
    body: z
      .strictObject({
        supplier: written.min(1).max(60),
        slip_number: written.min(1).max(40),
        note,
        lines: receiptLines,
        ...ofStore,
      })
      .refine(({ lines }) => once(lines), repeated),
    status: 201,
    output: act,
    errors: [...ofStoreErrors, 'DELIVERY_BOOKED'],
    idempotent: true,
  }),
  transfers: endpoint({
    name: 'inventory.transfers',
    summary: '店舗間移動（出庫した店舗と届く店舗に見える）',
    who,
    query: pageQuery.extend({ ...ofStore, state: z.enum(['open', 'all']).default('all') }),
    status: 200,
    output: pageOf(transfer),
    errors: [],
  }),
  send: endpoint({
    name: 'inventory.send',
    summary: '別の店舗へ出庫する',
    who,
    body: z
      .strictObject({
        to_store_id: id,
        note,
        lines: z
          .array(z.strictObject({ sku_id: id, quantity: pieces }))
          .min(1)
          .max(limits.stockLinesMax),
        ...ofStore,
      })
      .refine(({ lines }) => once(lines), repeated),
    status: 201,
    output: act,
    errors: [...ofStoreErrors, 'STOCK_SHORTAGE', 'TRANSFER_SAME_STORE'],
    idempotent: true,
  }),
  endTransfer: endpoint({
    name: 'inventory.endTransfer',
    summary: '移動を受け取る（不足は紛失として残る）、または出庫した店舗が取り消す',
    who,
    params: z.object({ id }),
    body: z
      .strictObject({
        kind: z.enum(['arrival', 'recall']),
        reason: z.optional(reason),
        /** What really came, for each article that was sent. */
        lines: z.optional(
          z
            .array(z.strictObject({ sku_id: id, quantity: z.int().min(0).max(limits.stockPiecesMax) }))
            .min(1)
            .max(limits.stockLinesMax),
        ),
      })
      .refine(({ kind, lines }) => (kind === 'arrival') === (lines !== undefined), {
        path: ['lines'],
        message: 'QUANTITY_INVALID',
      })
      .refine(({ lines }) => lines === undefined || once(lines), repeated),
    status: 200,
    output: act,
    errors: [...actErrors, 'TRANSFER_ENDED', 'TRANSFER_LINES'],
    idempotent: true,
  }),
  counts: endpoint({
    name: 'inventory.counts',
    summary: '棚卸の履歴（新しい順）',
    who,
    query: pageQuery.extend(ofStore),
    status: 200,
    output: pageOf(count),
    errors: [],
  }),
  openCount: endpoint({
    name: 'inventory.openCount',
    summary: '棚卸を始める（店舗に1つ。始まっていればその棚卸）',
    who,
    body: z.strictObject({ id, note, ...ofStore }),
    status: 201,
    output: countDetail,
    errors: ['STORE_REQUIRED', 'CONFLICT'],
  }),
  count: endpoint({
    name: 'inventory.count',
    summary: '棚卸の内容（数え終わるまで帳簿は見えない）',
    who,
    params: z.object({ id }),
    status: 200,
    output: countDetail,
    errors: [],
  }),
  countEntry: endpoint({
    name: 'inventory.countEntry',
    summary: '1商品を数える（読み取りは加算、手入力は自分の数、やり直しは全員の数を消す）',
    who,
    params: z.object({ id }),
    body: z
      .strictObject({
        sku_id: id,
        add: z.optional(z.int().min(1).max(999)),
        quantity: z.optional(z.int().min(0).max(limits.stockPiecesMax)),
        again: z.optional(z.literal(true)),
      })
      .refine(
        (body) => [body.add, body.quantity, body.again].filter((value) => value !== undefined).length === 1,
        {
          path: ['quantity'],
          message: 'QUANTITY_INVALID',
        },
      ),
    status: 200,
    output: z.strictObject({ count_id: id, sku_id: id }),
    errors: ['SKU_NOT_FOUND', 'SKU_NOT_STOCKED', 'STOCKTAKE_STATE', 'IDEMPOTENCY_KEY_REUSED'],
    idempotent: true,
  }),
  updateCount: endpoint({
    name: 'inventory.updateCount',
    summary: '棚卸を進める（確定と中止は責任者）',
    who,
    params: z.object({ id }),
    body: z.strictObject({
      state: z.enum(['counting', 'review', 'posted', 'cancelled']),
      reason: z.optional(reason),
    }),
    status: 200,
    output: countDetail,
    errors: ['STOCKTAKE_STATE', 'STOCKTAKE_EMPTY', 'STOCKTAKE_AGAIN', 'IDEMPOTENCY_KEY_REUSED'],
    idempotent: true,
  }),
  reservations: endpoint({
    name: 'inventory.reservations',
    summary: '取り置き（期限の早い順）',
    who,
    query: z.object(ofStore),
    status: 200,
    output: z.strictObject({ items: z.array(reservation) }),
    errors: [],
  }),
  reserve: endpoint({
    name: 'inventory.reserve',
    summary: '期限まで取り置く（同じidなら内容を置き換える）',
    who,
    body: z
      .strictObject({
        /** Made by whoever keeps the goods; a sale with this id takes them with it. */
        id,
        label: written.min(1).max(40),
        until: instant,
        lines: z
          .array(z.strictObject({ sku_id: id, quantity: pieces }))
          .min(1)
          .max(limits.itemsMax),
        ...ofStore,
      })
      .refine(({ lines }) => once(lines), repeated),
    status: 201,
    output: reservation,
    errors: [
      'STORE_REQUIRED',
      'SKU_NOT_FOUND',
      'SKU_NOT_STOCKED',
      'STOCK_SHORTAGE',
      'RESERVATION_UNTIL',
      'CONFLICT',
    ],
  }),
  release: endpoint({
    name: 'inventory.release',
    summary: '取り置きを解除する（何度送っても同じ）',
    who,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: [],
  }),
}

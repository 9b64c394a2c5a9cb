import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'
import { skuCategories, skuPictures } from '../../terms/sku-terms.ts'
import { articlePhoto } from './skus.ts'
import { stockKinds, stockPlaces } from '../../terms/stock-terms.ts'
import { written } from '../../inputs/written.ts'

export const stockPieces = z.int().min(1).max(limits.stockPiecesMax)
export const stockReason = written.min(1).max(40)
export const stockNote = z.optional(written.max(200))
/** Head office says which store; staff of a store need not. */
export const shopQuery = { store_id: z.optional(id) }
export const stockPlace = z.strictObject({ id, name: z.string() })
const article = { sku_id: id, sku: z.string(), name: z.string() }

/** What a store has of an article. `available` is what may be sold to any customer: the shelf less what is promised. */
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
  photo: articlePhoto,
  active: z.boolean(),
  ...level,
  reorder_point: z.nullable(whole),
  state: z.enum(['ok', 'low', 'out']),
})
export type StockItem = z.infer<typeof stockItem>

export const stockReservation = z.strictObject({
  /** The parked sale that the articles belong to, or the promise itself. */
  id,
  store_id: id,
  label: z.string(),
  until: instant,
  created_at: instant,
  staff: z.string(),
  lines: z.array(z.strictObject({ ...article, quantity: whole })),
  /** The cart that waits for a customer who comes back, where one does: a register of the shop takes it from here. */
  parked: z.nullable(z.strictObject({ id, name: z.string(), version: whole })),
})
export type Reservation = z.infer<typeof stockReservation>

export const stockDetail = z.strictObject({
  ...stockItem.shape,
  fineness: z.nullable(whole),
  weight_mg: z.nullable(whole),
  size: z.nullable(z.string()),
  stocked: z.boolean(),
  stores: z.array(
    z.strictObject({ ...stockPlace.shape, ...level, reorder_point: z.nullable(whole), own: z.boolean() }),
  ),
  /** Pieces sold on each of the last thirty business days, returns taken off: of the store, or of all for head office. */
  sales: z.array(z.strictObject({ date: businessDate, quantity: whole })),
  reservations: z.array(stockReservation),
})
export type StockDetail = z.infer<typeof stockDetail>

export const stockMovement = z.strictObject({
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
export type StockMovement = z.infer<typeof stockMovement>

/** What an act did, as it was posted: the same for every repeat of it. */
export const stockAct = z.strictObject({
  id,
  movements: z.array(
    z.strictObject({ store_id: id, sku_id: id, place: z.enum(stockPlaces), quantity: whole, after: whole }),
  ),
})
export type StockAct = z.infer<typeof stockAct>

export const stockDelivery = z.strictObject({
  id,
  store: stockPlace,
  supplier: z.nullable(z.string()),
  slip_number: z.nullable(z.string()),
  note: z.nullable(z.string()),
  at: instant,
  staff: z.string(),
  pieces: whole,
  lines: z.array(z.strictObject({ ...article, planned: z.nullable(whole), quantity: whole })),
})
export type Delivery = z.infer<typeof stockDelivery>

export const stockTransfer = z.strictObject({
  id,
  from: stockPlace,
  to: stockPlace,
  status: z.enum(['sent', 'arrived', 'recalled']),
  note: z.nullable(z.string()),
  sent_at: instant,
  sent_by: z.string(),
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  pieces: whole,
  lines: z.array(z.strictObject({ ...article, sent: whole, received: z.nullable(whole) })),
})
export type StockTransfer = z.infer<typeof stockTransfer>

const countHead = {
  id,
  store: stockPlace,
  state: z.enum(['counting', 'review', 'posted', 'cancelled']),
  opened_at: instant,
  opened_by: z.string(),
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Articles that have been counted. */
  counted: whole,
}
export const stockCount = z.strictObject(countHead)
export type StockCount = z.infer<typeof stockCount>

export const stockCountDetail = z.strictObject({
  ...countHead,
  lines: z.array(
    z.strictObject({
      ...article,
      barcode: z.string(),
      picture: z.enum(skuPictures),
      /** What all who counted it found together; null while it is not counted. */
      counted: z.nullable(whole),
      /** The caller's own part of it. */
      own: z.nullable(whole),
      people: whole,
      /** Null as long as the count is blind: while it runs, and for register staff until it is posted. */
      book: z.nullable(whole),
      variance: z.nullable(whole),
      /** Does the figure differ from the books? Known once the counting is done. */
      differs: z.nullable(z.boolean()),
      /** Sold or brought back between the first and the last look at it: to be counted again. */
      moved: z.boolean(),
    }),
  ),
})
export type StockCountDetail = z.infer<typeof stockCountDetail>

export const actErrors = [
  'SKU_NOT_FOUND',
  'SKU_NOT_STOCKED',
  'STOCK_OF_BUYBACK',
  'STOCKTAKE_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
] as const
export const shopErrors = [...actErrors, 'STORE_REQUIRED'] as const
export const once = (lines: readonly { sku_id: string }[]): boolean =>
  new Set(lines.map(({ sku_id }) => sku_id)).size === lines.length
export const repeated = { path: ['lines'], message: 'STOCK_LINES_REPEATED' }

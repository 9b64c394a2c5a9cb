import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Keyed, recordOf, type Rows } from '../act.ts'

export type StockPlace = 'shelf' | 'hold' | 'damaged' | 'transit'
export type StockKind =
  | 'opening'
  | 'receive'
  | 'adjust'
  | 'dispose'
  | 'inspect'
  | 'count'
  | 'transfer'
  | 'arrival'
  | 'recall'

export type StockLine = {
  sku_id: string
  /** With its sign in a correction; what was counted in a count; else what is received, taken or sent. */
  quantity: number
  /** Where it comes to, or what it is taken from; the shelf without it. */
  place?: Exclude<StockPlace, 'transit'> | undefined
  /** What the slip said. */
  planned?: number | null | undefined
  /** What the shelf held when the caller looked: refused when it has changed since. */
  expected?: number | undefined
}

/** An act of staff on stock, as the ledger decides and posts it in one call. */
export type StockAct = Keyed & {
  route: string
  id: string
  kind: StockKind
  store_id: string | null
  to_store_id?: string | null
  /** The transfer that an arrival or a recall ends. */
  related_id?: string | null
  /** The count whose result is posted. */
  count_id?: string | null
  supplier?: string | null
  slip_number?: string | null
  reason?: string | null
  note?: string | null
  /** What a shop bought from a customer: its ledger puts the piece on sale, or lets it go. */
  piece?: true
  /** The second person whose approval this act needed. */
  approved_by?: string | null
  lines?: readonly StockLine[]
}

export type StockOutcome = {
  code: ErrorCode | null
  n: number | null
  replayed: boolean
  document_id: string
}

/** Posts an act once for its key; refusals are answers. */
export async function moveStock(db: Rows, act: StockAct): Promise<StockOutcome> {
  const [row] = await db.rows<StockOutcome>(
    'select code, n, replayed, document_id from ledger.move_stock($1)',
    [JSON.stringify(recordOf(act))],
  )
  return row!
}

/**
 * Reserves articles until a moment, instead of all that the same owner had reserved before; without lines it lets them
 * go.
 */
export async function reserveStock(
  db: Rows,
  promise: {
    /** The parked sale that they belong to; a sale with this id takes them with it. */
    owner_id: string
    store_id: string
    actor_id: string
    customer_id: string | null
    label: string
    until: Date
    lines: readonly { sku_id: string; quantity: number }[]
  },
): Promise<{ code: ErrorCode | null; n: number | null }> {
  const [row] = await db.rows<{ code: ErrorCode | null; n: number | null }>(
    'select code, n from ledger.reserve_stock($1, $2, $3, $4, $5, $6, $7)',
    [
      promise.owner_id,
      promise.store_id,
      promise.actor_id,
      promise.customer_id,
      promise.label,
      promise.until,
      JSON.stringify(promise.lines),
    ],
  )
  return row!
}

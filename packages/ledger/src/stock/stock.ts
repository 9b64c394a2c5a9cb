import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  moveStock as decideMove,
  type StockFacts,
  type StockKind,
  type StockLine,
} from '@shirogane/domain/stock/move-stock'
import { reserveStock as decideReservation, type ReserveFacts } from '@shirogane/domain/stock/reserve-stock'
import { decideAndPost, type Held, type Keyed, type Rows } from '../act.ts'

/** An act of staff on stock, as it is asked. */
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

/** Posts an act in the caller's database transaction, once for its key; refusals are answers. */
export function moveStock(db: Rows, asked: StockAct): Promise<StockOutcome> {
  return decideAndPost(asked, {
    hold: (act) =>
      db.rows<{ facts: Held<StockFacts> | null }>('select ledger.hold_move_stock($1) as facts', [act]),
    decide: (facts: StockFacts) => decideMove(facts, asked),
    post: (act, decided) =>
      db.rows<StockOutcome>('select code, n, replayed, document_id from ledger.move_stock($1, $2)', [
        act,
        decided,
      ]),
  })
}

/**
 * Reserves articles until a moment in the caller's database transaction, instead of all that the same owner had reserved
 * before; without lines it lets them go.
 */
export function reserveStock(
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
  return decideAndPost(promise, {
    hold: (act) =>
      db.rows<{ facts: Held<ReserveFacts> }>('select ledger.hold_reserve_stock($1) as facts', [act]),
    decide: (facts: ReserveFacts) => decideReservation(facts, promise.lines),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null; n: number | null }>(
        'select code, n from ledger.reserve_stock($1, $2)',
        [act, decided],
      ),
  })
}

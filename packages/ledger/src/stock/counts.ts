import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  lookAtArticle,
  type LookFacts,
  type LookWish,
  openCount as decideCount,
  type OpenCountFacts,
} from '@shirogane/domain/stock/count-stock'
import { decideAndPost, type Held, type Keyed, type Rows } from '../act.ts'

/** Opens a count in the caller's database transaction unless the shop has one; answers the one to count in. */
export function openCount(
  db: Rows,
  count: { id: string; store_id: string; actor_id: string; note: string | null },
): Promise<{ code: ErrorCode | null; id: string }> {
  return decideAndPost(count, {
    hold: (act) =>
      db.rows<{ facts: Held<OpenCountFacts> }>('select ledger.hold_open_count($1) as facts', [act]),
    decide: (facts: OpenCountFacts) => decideCount(facts, count),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null; id: string }>('select code, id from ledger.open_count($1, $2)', [
        act,
        decided,
      ]),
  })
}

/** Writes one look at an article of a count in the caller's database transaction, once for a key. */
export function recordLook(
  db: Rows,
  look: Omit<Keyed, 'session_id'> & LookWish & { route: string; count_id: string; sku_id: string },
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  return decideAndPost(look, {
    hold: (act) =>
      db.rows<{ facts: Held<LookFacts> | null }>('select ledger.hold_count_stock($1) as facts', [act]),
    decide: (facts: LookFacts) => lookAtArticle(facts, look),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null; replayed: boolean }>(
        'select code, replayed from ledger.count_stock($1, $2)',
        [act, decided],
      ),
  })
}

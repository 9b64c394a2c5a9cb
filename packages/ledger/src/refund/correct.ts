import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { correctSale } from '@shirogane/domain/corrections/correct-sale'
import { decideAndPost, type Held, type Keyed, type Rows } from '../act.ts'

type Facts = Parameters<typeof correctSale>[0]

export type CorrectionRequest = Keyed & {
  id: string
  movement_id: string
  sale_id: string
  /** In yen, as they really were. Both or neither: null leaves the amounts where they are. */
  cash: number | null
  card: number | null
  /** Null leaves the sale with the clerk who has it. */
  employee_id: string | null
  /** Left out where the note stands; an empty one takes it away. */
  note?: string
  reason: string
  approved_by: string | null
}

/** Corrects a completed sale of the open day in the caller's database transaction, once for a key. Null is done. */
export async function postCorrection(
  db: Rows,
  request: CorrectionRequest,
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  return decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<Facts> | null }>('select ledger.hold_correct($1) as facts', [act]),
    decide: (facts: Facts) => correctSale(facts, request),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null; replayed: boolean }>(
        'select code, replayed from ledger.correct($1, $2)',
        [act, decided],
      ),
  })
}

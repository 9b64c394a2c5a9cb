import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Keyed, recordOf, type Rows } from '../act.ts'

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

/** Corrects a completed sale of the open day, once for a key. Null is done. */
export async function postCorrection(
  db: Rows,
  request: CorrectionRequest,
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  const [row] = await db.rows<{ code: ErrorCode | null; replayed: boolean }>(
    'select code, replayed from ledger.correct($1)',
    [JSON.stringify(recordOf(request))],
  )
  return row!
}

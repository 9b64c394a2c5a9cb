import type { ErrorCode } from '@shirogane/contract/errors'

export type CorrectionRequest = {
  actor_id: string
  session_id: string
  key: string
  /** Of method, path and body: the same key with another hash is refused. */
  request_hash: Buffer
  id: string
  movement_id: string
  sale_id: string
  /** Both or neither: null leaves the amounts where they are. */
  cash: number | null
  card: number | null
  /** Null leaves the sale with whoever has it. */
  employee_id: string | null
  /** Left out where the note stands; an empty one takes it away. */
  note?: string
  reason: string
  approved_by: string | null
}

type Rows = {
  rows<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}

/** Corrects a completed sale of the open day, once for a key. Null is done. */
export async function postCorrection(
  db: Rows,
  request: CorrectionRequest,
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  const [row] = await db.rows<{ code: ErrorCode | null; replayed: boolean }>(
    'select code, replayed from ledger.correct($1)',
    [JSON.stringify({ ...request, request_hash: `\\x${request.request_hash.toString('hex')}` })],
  )
  return row!
}

import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Db } from '../../../db/sql.ts'

export type Conversion = {
  transaction: string | null
  code: ErrorCode | null
  n: number | null
  replayed: boolean
}

/** The exchange and everything that may stand against it, in one call of the ledger. */
export async function convertPoints(
  db: Db,
  asked: {
    transaction_id: string
    customer_id: string
    points: number
    key: string
    request_hash: Uint8Array
    proven: boolean
  },
): Promise<Conversion> {
  const row = await db.first<Conversion>(
    'select transaction, code, n, replayed from ledger.convert_points($1, $2, $3, $4, $5, $6)',
    [
      asked.transaction_id,
      asked.customer_id,
      asked.points,
      asked.key,
      Buffer.from(asked.request_hash),
      asked.proven,
    ],
    'convert-points',
  )
  return row!
}

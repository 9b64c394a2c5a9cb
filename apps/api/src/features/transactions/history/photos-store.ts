import type { Db, Row } from '../../../db/sql.ts'
import { photoOf } from '../../skus/index.ts'

/** Where the photographs of a movement's articles are, in the order of its lines; null where none of them has one. */
export async function photosOfLines(db: Db, transactionId: string): Promise<(string | null)[] | null> {
  const rows = await db.rows<Row & { image: string | null }>(
    `select k.image from ledger.transaction_lines l left join skus k on k.id = l.sku_id
     where l.transaction_id = $1 order by l.line`,
    [transactionId],
    'photos-of-lines',
  )
  return rows.some(({ image }) => image !== null)
    ? rows.map(({ image }) => photoOf(image)?.tile ?? null)
    : null
}

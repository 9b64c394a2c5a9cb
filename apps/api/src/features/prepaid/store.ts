import type { Db, Row } from '../../db/sql.ts'
import type { BookRow, Bucket } from './rules.ts'

/** Today in Tokyo, by the ledger's clock. */
export async function getToday(db: Db): Promise<{ at: Date; date: string }> {
  const row = await db.first<{ at: Date; date: string }>(
    `select ledger.now() as at, (ledger.now() at time zone 'Asia/Tokyo')::date as date`,
    [],
    'prepaid-today',
  )
  return row!
}

export function listBook(db: Db, from: string, until: string): Promise<(Row & BookRow)[]> {
  return db.rows<Row & BookRow>(
    `select on_date, bucket, opening, issued, cancelled, used, returned, expired, repaid, closing
     from ledger.prepaid_book($1, $2)`,
    [from, until],
    'prepaid-book',
  )
}

export async function getUnused(db: Db, on: string): Promise<Record<Bucket, number>> {
  const row = await db.first<Row & Record<Bucket, number>>(
    'select paid, bonus from ledger.prepaid_unused($1)',
    [on],
    'prepaid-unused',
  )
  return { paid: row!.paid, bonus: row!.bonus }
}

/** The first day of the book; null while no customer has held any balance. */
export async function findFirstDay(db: Db): Promise<string | null> {
  const row = await db.first<{ date: string | null }>(
    `select min(on_date) as date from ledger.prepaid_book('-infinity', 'infinity')`,
    [],
    'prepaid-first-day',
  )
  return row?.date ?? null
}

export async function fillBook(db: Db): Promise<boolean> {
  const row = await db.first<{ more: boolean }>('select ledger.roll_prepaid() as more', [], 'prepaid-roll')
  return row!.more
}

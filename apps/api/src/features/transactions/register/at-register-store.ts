import type { Db, Row } from '../../../db/sql.ts'

type ReturnRow = Row & {
  id: string
  number: string
  kind: 'refund' | 'void'
  spent_total: number
  reason: string | null
  employee_id: string | null
  completed_at: Date
}

export function listReturns(db: Db, saleId: string): Promise<ReturnRow[]> {
  return db.rows<ReturnRow>(
    `select id, number, kind, spent_total, reason, employee_id, completed_at from ledger.transactions
     where related_id = $1 and kind in ('refund', 'void') order by completed_at, id`,
    [saleId],
    'returns-of-sale',
  )
}

type CorrectionRow = Row & {
  id: string
  cash_before: number
  cash_after: number
  card_before: number
  card_after: number
  employee_before: string
  employee_after: string
  note_before: string | null
  note_after: string | null
  reason: string
  corrected_by: string
  corrected_at: Date
}

export function listCorrections(db: Db, saleId: string): Promise<CorrectionRow[]> {
  return db.rows<CorrectionRow>(
    `select id, cash_before, cash_after, card_before, card_after, employee_before, employee_after, note_before, note_after,
       reason, corrected_by, corrected_at
     from ledger.corrections where transaction_id = $1 order by revision`,
    [saleId],
    'corrections-of-sale',
  )
}

/** The articles of a sale that the shop had bought from a customer. */
export function listPieces(
  db: Db,
  saleId: string,
): Promise<(Row & { line: number; buyback_id: string; number: string })[]> {
  return db.rows(
    `select l.line, i.buyback_id, b.number || '-' || i.line as number
     from ledger.transaction_lines l join buyback_items i on i.sku_id = l.sku_id join buybacks b on b.id = i.buyback_id
     where l.transaction_id = $1 order by l.line`,
    [saleId],
    'pieces-of-sale',
  )
}

/** Whether a movement of that day may still be undone on it: the day has not been closed, and no later one has begun. */
export async function isOpenDay(db: Db, storeId: string, date: string): Promise<boolean> {
  const row = await db.first<{ open: boolean }>(
    'select ledger.shop_date($1) = $2::date as open',
    [storeId, date],
    'open-day',
  )
  return row!.open
}

/** What staff handed over with a movement, be it the giver's side or the receiver's. */
export function findGranted(
  db: Db,
  id: string,
): Promise<(Row & { points: number; moved: boolean; taken_back: boolean }) | null> {
  return db.first(
    `select h.points, h.giver_id is not null as moved, exists (select from ledger.transactions b
       where b.related_id = h.transaction_id and b.kind = 'adjustment') as taken_back
     from ledger.register_grants h where h.transaction_id = $1 or h.giver_transaction_id = $1`,
    [id],
    'handed',
  )
}

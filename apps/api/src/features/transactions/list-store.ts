import { limits } from '@shirogane/contract/limits'
import type { TransactionFilter } from '@shirogane/contract/transactions'
import type { LineRow, TransactionRow } from '@shirogane/ledger'
import type { Db } from '../../db/sql.ts'

/** Which movements each chip of the list shows. */
const kindsOf: Readonly<Record<Exclude<TransactionFilter, 'all'>, readonly TransactionRow['kind'][]>> = {
  payment: ['payment', 'later_payment'],
  charge: ['charge'],
  point: ['grant', 'convert', 'transfer', 'expire', 'adjustment'],
  refund: ['refund', 'void'],
  reward: ['reward'],
  payout: ['payout'],
}

function conditionOf(filter: TransactionFilter): string {
  if (filter === 'all') return 'customer_id = $1'
  return `customer_id = $1 and kind in (${kindsOf[filter].map((kind) => `'${kind}'`).join(', ')})`
}

/** Exact up to the cap, and one more than the cap beyond it: no list pays for a full count. */
export async function countOwn(db: Db, customerId: string, filter: TransactionFilter): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from ledger.transactions where ${conditionOf(filter)} limit ${limits.listTotalCap + 1}) counted`,
    [customerId],
    `own-transactions-count-${filter}`,
  )
  return row?.count ?? 0
}

export type Place = { completed_at: Date; id: string }

/** From here on, newest first: after a known place where there is one, else by counting from the start. */
export function listOwn(
  db: Db,
  asked: { customerId: string; filter: TransactionFilter; after: Place | null; skip: number; limit: number },
): Promise<TransactionRow[]> {
  const { customerId, filter, after, skip, limit } = asked
  if (after) {
    return db.rows<TransactionRow>(
      `select * from ledger.transactions where ${conditionOf(filter)} and (completed_at, id) < ($2, $3)
       order by completed_at desc, id desc limit $4`,
      [customerId, after.completed_at, after.id, limit],
      `own-transactions-after-${filter}`,
    )
  }
  // The places are counted on the index alone; only the rows of the page are read.
  return db.rows<TransactionRow>(
    `select t.* from (
       select id from ledger.transactions where ${conditionOf(filter)}
       order by completed_at desc, id desc offset $2 limit $3) page
     join ledger.transactions t on t.id = page.id
     order by t.completed_at desc, t.id desc`,
    [customerId, skip, limit],
    `own-transactions-page-${filter}`,
  )
}

export async function listLinesOf(
  db: Db,
  transactionIds: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const rows = await db.rows<LineRow & { transaction_id: string }>(
    `select * from ledger.transaction_lines where transaction_id = any ($1) order by transaction_id, line`,
    [transactionIds],
    'transactions-lines',
  )
  const lines = new Map<string, LineRow[]>()
  for (const row of rows) {
    const known = lines.get(row.transaction_id)
    if (known) known.push(row)
    else lines.set(row.transaction_id, [row])
  }
  return lines
}

export async function listByIds(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  return db.rows<TransactionRow>(
    `select * from ledger.transactions where id = any ($1)`,
    [ids],
    'transactions-by-id',
  )
}

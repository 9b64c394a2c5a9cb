import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row } from '../../db/sql.ts'

export type BatchRow = Row & {
  id: string
  number: string
  value_date: string
  transfers: number
  total: number
  open: number
  paid: number
  failed: number
  sha256: Buffer
  exported_by: string
  exported_at: Date
}

const batchRows = `select b.id, b.number, b.value_date, b.transfers, b.total, b.sha256, e.name as exported_by, b.exported_at,
    s.open, s.paid, s.failed
  from payout_batches b join employees e on e.user_id = b.exported_by
  cross join lateral (
    select count(*) filter (where o.status = 'exported')::int as open, count(*) filter (where o.status = 'paid')::int as paid,
      count(*) filter (where o.status = 'failed')::int as failed
    from payouts o where o.batch_id = b.id) s`

export function listBatches(db: Db, skip: number, limit: number): Promise<BatchRow[]> {
  return db.rows<BatchRow>(
    `${batchRows} order by b.exported_at desc, b.id desc offset $1 limit $2`,
    [skip, limit],
    'payout-batches-page',
  )
}

export async function countBatches(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (select 1 from payout_batches limit ${limits.listTotalCap + 1}) counted`,
    [],
    'payout-batches-count',
  )
  return row?.count ?? 0
}

export function findBatch(db: Db, id: string): Promise<BatchRow | null> {
  return db.first<BatchRow>(`${batchRows} where b.id = $1`, [id], 'payout-batch')
}

export function findBatchFile(
  db: Db,
  id: string,
): Promise<{ number: string; encrypted_file: Buffer; sha256: Buffer; open: number } | null> {
  return db.first<{ number: string; encrypted_file: Buffer; sha256: Buffer; open: number }>(
    `select b.number, b.encrypted_file, b.sha256,
       (select count(*) from payouts o where o.batch_id = b.id and o.status = 'exported')::int as open
     from payout_batches b where b.id = $1`,
    [id],
    'payout-batch-file',
  )
}

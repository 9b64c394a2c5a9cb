import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Db, Row, Tx } from '../../db/sql.ts'
import { staffOf } from './store.ts'

export type CountRow = Row & {
  id: string
  store_id: string
  store_name: string
  state: 'counting' | 'review' | 'posted' | 'cancelled'
  opened_at: Date
  opened_by: string
  ended_at: Date | null
  ended_by: string | null
  note: string | null
  counted: number
}
const countColumns = `c.id, c.store_id, s.name as store_name, c.state, c.opened_at, ${staffOf('c.opened_by')} as opened_by,
  c.ended_at, case when c.ended_by is not null then ${staffOf('c.ended_by')} end as ended_by, c.note,
  (select count(distinct e.sku_id)::int from stock_count_entries e where e.count_id = c.id) as counted`

export function listCounts(db: Db, store: string | null, offset: number, limit: number): Promise<CountRow[]> {
  return db.rows(
    `select ${countColumns} from stock_counts c join stores s on s.id = c.store_id
     where $1::uuid is null or c.store_id = $1 order by c.opened_at desc, c.id desc offset $2 limit $3`,
    [store, offset, limit],
    'stock-counts',
  )
}

export async function countCounts(db: Db, store: string | null): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from (select from stock_counts c where $1::uuid is null or c.store_id = $1 limit 10001) x`,
    [store],
    'stock-counts-count',
  )
  return row!.n
}

export function findCount(db: Db, id: string): Promise<CountRow | null> {
  return db.first(
    `select ${countColumns} from stock_counts c join stores s on s.id = c.store_id where c.id = $1`,
    [id],
    'stock-count-head',
  )
}

export type CountLineRow = Row & {
  sku_id: string
  sku: string
  name: string
  barcode: string
  picture: Sku['picture']
  counted: number | null
  own: number | null
  people: number
  book: number
  variance: number | null
  moved: boolean
}
/** What is counted, and what the books still expect to be counted. */
export function listCountLines(db: Db, id: string, actor: string): Promise<CountLineRow[]> {
  return db.rows(
    `select k.id as sku_id, k.sku, k.name, k.barcode, k.picture, c.counted, o.quantity as own, c.people, c.book, c.variance,
       c.moved
     from ledger.counted_stock($1) c join skus k on k.id = c.sku_id
     left join stock_count_entries o on o.count_id = $1 and o.sku_id = c.sku_id and o.employee_id = $2
     where c.counted is not null or (k.stocked and (k.active or c.book <> 0)) order by k.sku`,
    [id, actor],
    'stock-count-lines',
  )
}

/** Opens a count unless the store has one; answers the one that it has. */
export async function openCountOf(
  db: Db,
  count: { id: string; store_id: string; opened_by: string; note: string | null },
): Promise<string> {
  const row = await db.first<{ id: string }>('select ledger.open_count($1, $2, $3, $4) as id', [
    count.id,
    count.store_id,
    count.opened_by,
    count.note,
  ])
  return row!.id
}

/** Goes from one state to another; false where it was not in it any more. */
export async function moveCount(
  tx: Tx,
  id: string,
  from: readonly string[],
  change: { state: string; by: string | null; at: Date },
): Promise<boolean> {
  const touched = await tx.run(
    `update stock_counts set state = $3, ended_by = $4, ended_at = case when $4::uuid is null then null else $5::timestamptz end
     where id = $1 and state = any ($2)`,
    [id, from, change.state, change.by, change.at],
  )
  return touched === 1
}

export async function enterCount(
  db: Db,
  entry: object,
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  const row = await db.first<{ code: ErrorCode | null; replayed: boolean }>(
    'select code, replayed from ledger.count_stock($1)',
    [JSON.stringify(entry)],
    'stock-count-entry',
  )
  return row!
}

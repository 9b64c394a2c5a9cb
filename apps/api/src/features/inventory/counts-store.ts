import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { CountState, LookedAt } from '@shirogane/domain/stock/count-stock'
import type { Db, Row, Tx } from '../../db/sql.ts'
import { staffOf } from './store.ts'

export type CountRow = Row & {
  id: string
  store_id: string
  store_name: string
  state: CountState
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
  own: number | null
  /** What the books have on the shelf by now. */
  shelf: number
} & LookedAt

/** What is counted, and what the books still expect to be counted. */
export function listCountLines(db: Db, id: string, actor: string): Promise<CountLineRow[]> {
  return db.rows(
    `select k.id as sku_id, k.sku, k.name, k.barcode, k.picture, o.quantity as own, c.shelf, c.looks, c.next_move
     from ledger.looks_of_count($1) c join skus k on k.id = c.sku_id
     left join stock_count_entries o on o.count_id = $1 and o.sku_id = c.sku_id and o.employee_id = $2
     where c.looks <> '[]' or (k.stocked and (k.active or c.shelf <> 0)) order by k.sku`,
    [id, actor],
    'stock-count-lines',
  )
}

/** In what state it is, and stays until the commit. */
export async function lockCount(tx: Tx, id: string): Promise<CountState> {
  const row = await tx.first<{ state: CountState }>(
    'select state from stock_counts where id = $1 for update',
    [id],
    'stock-count-lock',
  )
  return row!.state
}

/** `by`: who gave it up; null where it goes on. */
export async function setCountState(
  tx: Tx,
  id: string,
  { state, by, at }: { state: CountState; by: string | null; at: Date },
): Promise<void> {
  await tx.run(
    `update stock_counts set state = $2, ended_by = $3, ended_at = case when $3::uuid is null then null else $4::timestamptz end
     where id = $1`,
    [id, state, by, at],
  )
}

import type { StockFilter, StockMoveKind, StockPlace } from '@shirogane/contract/terms/stock-terms'
import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Db, Row } from '../../db/sql.ts'

export type LevelColumns = {
  quantity: number
  reserved: number
  hold: number
  damaged: number
  in_transit: number
}
export type StockRow = Row &
  LevelColumns & {
    id: string
    sku: string
    barcode: string
    name: string
    price: number
    tax_rate_bp: number
    category: SkuCategory
    picture: Sku['picture']
    image: string | null
    active: boolean
    stocked: boolean
    fineness: number | null
    weight_mg: number | null
    size: string | null
    reorder_point: number | null
  }

/** Promises that have ended count no more, even before that is written down. */
const lapsed = `coalesce((select sum(r.quantity) from ledger.stock_reservations r
  where r.store_id = l.store_id and r.sku_id = l.sku_id and r.state = 'active' and r.until <= ledger.now()), 0)`
const reserved = `case when l.reserved = 0 then 0 else l.reserved - ${lapsed} end`
/** Of one store, or of all of them together. */
const levelOf = `left join lateral (
    select coalesce(sum(l.shelf), 0)::int as quantity, coalesce(sum(${reserved}), 0)::int as reserved,
      coalesce(sum(l.hold), 0)::int as hold, coalesce(sum(l.damaged), 0)::int as damaged,
      coalesce(sum(l.transit), 0)::int as in_transit, sum(l.reorder_point)::int as reorder_point
    from ledger.stock_levels l where l.sku_id = k.id and ($1::uuid is null or l.store_id = $1)
  ) v on true`
const articleColumns = `k.id, k.sku, k.barcode, k.name, k.price, k.tax_rate_bp, k.category, k.picture, k.image, k.active, k.stocked, k.fineness,
  k.weight_mg, k.size, v.quantity, v.reserved, v.hold, v.damaged, v.in_transit, v.reorder_point`

export type StockQuery = {
  store_id: string | null
  patterns: readonly string[]
  exact: string
  category: string | null
  filter: StockFilter
}
const isOut = 'v.quantity - v.reserved <= 0'
const isLow = `v.reorder_point is not null and v.quantity - v.reserved between 1 and v.reorder_point`
const matching = `from skus k ${levelOf}
  where k.stocked and (k.active or v.quantity <> 0)
    and (k.search_text like all ($2::text[]) or lower(k.barcode) = $3 or lower(k.sku) = $3)
    and ($4::text is null or k.category = $4)
    and case $5 when 'out' then ${isOut} when 'low' then ${isLow} when 'reserved' then v.reserved > 0
      when 'held' then v.hold + v.damaged > 0 else true end`
const valuesOf = ({ store_id, patterns, exact, category, filter }: StockQuery) => [
  store_id,
  patterns,
  exact,
  category,
  filter,
]

export function listStock(db: Db, query: StockQuery, offset: number, limit: number): Promise<StockRow[]> {
  return db.rows(
    `select ${articleColumns} ${matching} order by k.sku offset $6 limit $7`,
    [...valuesOf(query), offset, limit],
    'stock-list',
  )
}

export async function countStock(
  db: Db,
  query: StockQuery,
): Promise<{ found: number; low: number; out: number }> {
  const [found, states] = await Promise.all([
    db.first<{ n: number }>(`select count(*) as n ${matching}`, valuesOf(query), 'stock-count'),
    db.first<{ low: number; out: number }>(
      `select count(*) filter (where ${isLow}) as low, count(*) filter (where ${isOut}) as out
       from skus k ${levelOf} where k.stocked and k.active`,
      [query.store_id],
      'stock-states',
    ),
  ])
  return { found: found!.n, ...states! }
}

export function findStock(db: Db, store: string | null, sku: string): Promise<StockRow | null> {
  return db.first(`select ${articleColumns} from skus k ${levelOf} where k.id = $2`, [store, sku], 'stock')
}

export type StoreName = Row & { id: string; name: string }
export function listStoreNames(db: Db): Promise<StoreName[]> {
  return db.rows('select id, name from stores where closed_at is null order by code', [], 'stock-stores')
}

export type StoreLevelRow = StoreName & LevelColumns & { reorder_point: number | null }
export function listLevels(db: Db, sku: string): Promise<StoreLevelRow[]> {
  return db.rows(
    `select s.id, s.name, coalesce(l.shelf, 0) as quantity, coalesce(${reserved}, 0)::int as reserved,
       coalesce(l.hold, 0) as hold, coalesce(l.damaged, 0) as damaged, coalesce(l.transit, 0) as in_transit,
       l.reorder_point
     from stores s left join ledger.stock_levels l on l.store_id = s.id and l.sku_id = $1 order by s.code`,
    [sku],
    'stock-levels',
  )
}

export function listSales(
  db: Db,
  sku: string,
  store: string | null,
  days: number,
): Promise<(Row & { on_date: string; quantity: number })[]> {
  return db.rows(
    'select on_date, quantity from ledger.stock_sales($1, $2, $3)',
    [sku, store, days],
    'stock-sales',
  )
}

export type MovementRow = Row & {
  store_id: string
  store_name: string
  seq: number
  at: Date
  kind: StockMoveKind
  place: StockPlace
  quantity: number
  after: number
  reason: string | null
  note: string | null
  staff: string | null
  approved_by: string | null
  transaction_id: string | null
  number: string | null
  document_id: string | null
}

/** Of one store in the order of their numbers, newest first; of all stores in the order of time. */
export function listMovements(
  db: Db,
  sku: string,
  store: string | null,
  offset: number,
  limit: number,
): Promise<MovementRow[]> {
  const order = store === null ? 'm.at desc, m.store_id, m.seq desc' : 'm.seq desc'
  return db.rows(
    `select m.store_id, s.name as store_name, m.seq, m.at, m.kind, m.place, m.quantity, m.after,
       coalesce(d.reason, t.reason) as reason, coalesce(d.note, t.note) as note, e.name as staff, a.name as approved_by,
       m.transaction_id, t.number, m.document_id
     from (
       select * from ledger.stock_moves m where m.sku_id = $1
         and ${store === null ? 'm.store_id in (select id from stores)' : 'm.store_id = $2'}
       order by ${order} offset $3 limit $4
     ) m
     join stores s on s.id = m.store_id
     left join ledger.stock_documents d on d.id = m.document_id
     left join ledger.transactions t on t.id = m.transaction_id
     left join employees e on e.user_id = coalesce(d.actor_id, t.employee_id)
     left join employees a on a.user_id = coalesce(d.approved_by, t.approved_by)
     where $2::uuid is null or m.store_id = $2
     order by ${order}`,
    [sku, store, offset, limit],
    store === null ? 'stock-moves-of-all' : 'stock-moves',
  )
}

/** Movements are numbered without a gap, so the last number is how many there are. */
export async function countMovements(db: Db, sku: string, store: string | null): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select coalesce(sum(moves), 0)::bigint as n from ledger.stock_levels
     where sku_id = $1 and ($2::uuid is null or store_id = $2)`,
    [sku, store],
    'stock-moves-count',
  )
  return row!.n
}

export type ActRow = Row & {
  store_id: string
  sku_id: string
  place: StockPlace
  quantity: number
  after: number
}
export function listActMovements(db: Db, document: string): Promise<ActRow[]> {
  return db.rows(
    `select m.store_id, m.sku_id, m.place, m.quantity, m.after from ledger.stock_moves m
     where m.document_id = $1 order by m.line, m.store_id, m.seq`,
    [document],
    'stock-act',
  )
}

export async function setReorderPoint(
  db: Db,
  store: string,
  sku: string,
  point: number | null,
): Promise<void> {
  await db.rows('select ledger.set_reorder_point($1, $2, $3)', [store, sku, point], 'stock-reorder-point')
}

/** The name of the employee in this column; empty where there is none. */
export const staffOf = (column: string) =>
  `coalesce((select p.name from employees p where p.user_id = ${column}), '')`

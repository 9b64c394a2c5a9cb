import type { StockFilter, StockMoveKind, StockPlace } from '@shirogane/contract/stock-terms'
import type { SkuCategory } from '@shirogane/contract/sku-terms'
import type { Sku } from '@shirogane/contract/skus'
import type { Db, Row, Tx } from '../../db/sql.ts'

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

/** Promises that have ended count no more, even where nobody has written it down yet. */
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
const goods = `k.id, k.sku, k.barcode, k.name, k.price, k.tax_rate_bp, k.category, k.picture, k.image, k.active, k.stocked, k.fineness,
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
    `select ${goods} ${matching} order by k.sku offset $6 limit $7`,
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
  return db.first(`select ${goods} from skus k ${levelOf} where k.id = $2`, [store, sku], 'stock')
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

export type DocumentLine = {
  sku_id: string
  sku: string
  name: string
  planned: number | null
  quantity: number
}
export type DocumentRow = Row & {
  id: string
  store_id: string
  store_name: string
  supplier: string | null
  slip_number: string | null
  note: string | null
  at: Date
  staff: string
  lines: DocumentLine[]
}
const documentLines = `(select jsonb_agg(jsonb_build_object('sku_id', k.id, 'sku', k.sku, 'name', k.name,
    'planned', l.planned, 'quantity', l.quantity) order by l.line)
  from ledger.stock_document_lines l join skus k on k.id = l.sku_id where l.document_id = d.id) as lines`
const staffOf = (column: string) =>
  `coalesce((select p.name from employees p where p.user_id = ${column}), '')`

export function listDeliveries(
  db: Db,
  store: string | null,
  offset: number,
  limit: number,
): Promise<DocumentRow[]> {
  return db.rows(
    `select d.id, d.store_id, s.name as store_name, d.supplier, d.slip_number, d.note, d.at, ${staffOf('d.actor_id')} as staff,
       ${documentLines}
     from ledger.stock_documents d join stores s on s.id = d.store_id
     where d.kind in ('receive', 'opening') and ($1::uuid is null or d.store_id = $1)
     order by d.at desc, d.id desc offset $2 limit $3`,
    [store, offset, limit],
    'stock-deliveries',
  )
}

export async function countDeliveries(db: Db, store: string | null): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from (select from ledger.stock_documents d
       where d.kind in ('receive', 'opening') and ($1::uuid is null or d.store_id = $1) limit 10001) x`,
    [store],
    'stock-deliveries-count',
  )
  return row!.n
}

export type TransferRow = Row & {
  id: string
  store_id: string
  store_name: string
  to_store_id: string
  to_store_name: string
  note: string | null
  at: Date
  staff: string
  lines: DocumentLine[]
  end_kind: 'arrival' | 'recall' | null
  ended_at: Date | null
  ended_by: string | null
  received: { sku_id: string; quantity: number }[] | null
}
const transfersOf = `from ledger.stock_documents d
  left join ledger.stock_documents e on e.related_id = d.id
  where d.kind = 'transfer' and ($1::uuid is null or d.store_id = $1 or d.to_store_id = $1)
    and ($2 = 'all' or e.id is null)`

export function listTransfers(
  db: Db,
  store: string | null,
  state: string,
  offset: number,
  limit: number,
): Promise<TransferRow[]> {
  return db.rows(
    `select d.id, d.store_id, f.name as store_name, d.to_store_id, g.name as to_store_name, d.note, d.at,
       ${staffOf('d.actor_id')} as staff, ${documentLines}, e.kind as end_kind, e.at as ended_at,
       case when e.id is not null then ${staffOf('e.actor_id')} end as ended_by,
       (select jsonb_agg(jsonb_build_object('sku_id', l.sku_id, 'quantity', l.quantity))
         from ledger.stock_document_lines l where l.document_id = e.id) as received
     from (select d.*, e.id as end_id ${transfersOf} order by d.at desc, d.id desc offset $3 limit $4) d
     join stores f on f.id = d.store_id join stores g on g.id = d.to_store_id
     left join ledger.stock_documents e on e.id = d.end_id
     order by d.at desc, d.id desc`,
    [store, state, offset, limit],
    'stock-transfers',
  )
}

export async function countTransfers(db: Db, store: string | null, state: string): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from (select 1 ${transfersOf} limit 10001) x`,
    [store, state],
    'stock-transfers-count',
  )
  return row!.n
}

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

export async function enterCount(db: Db, entry: object): Promise<{ code: string | null; replayed: boolean }> {
  const row = await db.first<{ code: string | null; replayed: boolean }>(
    'select code, replayed from ledger.count_stock($1)',
    [JSON.stringify(entry)],
    'stock-count-entry',
  )
  return row!
}

export type ReservationRow = Row & {
  id: string
  store_id: string
  label: string
  until: Date
  created_at: Date
  staff: string
  lines: { sku_id: string; sku: string; name: string; quantity: number }[]
  parked: { id: string; name: string; version: number } | null
}
const reservationsOf = (
  where: string,
) => `select r.owner_id as id, r.store_id, min(r.label) as label, min(r.until) as until,
    min(r.created_at) as created_at, ${staffOf('min(r.actor_id::text)::uuid')} as staff,
    jsonb_agg(jsonb_build_object('sku_id', k.id, 'sku', k.sku, 'name', k.name, 'quantity', r.quantity) order by k.sku) as lines,
    (select jsonb_build_object('id', p.id, 'name', p.name, 'version', p.version) from parked_sales p
      where p.id = r.owner_id
        and (p.status = 'parked' or (p.status = 'resumed' and p.held_until <= ledger.now()))) as parked
  from ledger.stock_reservations r join skus k on k.id = r.sku_id
  where r.state = 'active' and r.until > ledger.now() and ${where}
  group by r.owner_id, r.store_id order by 4, 1 limit 200`

export function listReservations(
  db: Db,
  store: string | null,
  sku: string | null,
): Promise<ReservationRow[]> {
  return db.rows(
    reservationsOf('($1::uuid is null or r.store_id = $1) and ($2::uuid is null or r.sku_id = $2)'),
    [store, sku],
    'stock-reservations',
  )
}

export function findReservation(db: Db, id: string): Promise<ReservationRow | null> {
  return db.first(reservationsOf('r.owner_id = $1'), [id], 'stock-reservation')
}

/** Which store the goods are kept at, however the promise ended. */
export async function storeOfReservation(db: Db, id: string): Promise<string | null> {
  const row = await db.first<{ store_id: string }>(
    'select store_id from ledger.stock_reservations where owner_id = $1 limit 1',
    [id],
    'stock-reservation-store',
  )
  return row?.store_id ?? null
}

export async function setReorderPoint(
  db: Db,
  store: string,
  sku: string,
  point: number | null,
): Promise<void> {
  await db.rows('select ledger.set_reorder_point($1, $2, $3)', [store, sku, point], 'stock-reorder-point')
}

export async function lapseDue(db: Db): Promise<number> {
  const row = await db.first<{ n: number }>('select ledger.lapse_reservations() as n')
  return row!.n
}

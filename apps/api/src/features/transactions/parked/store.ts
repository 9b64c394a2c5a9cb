import { limits } from '@shirogane/contract/rules/limits'
import type { ParkedStatus } from '@shirogane/contract/terms/sale-terms'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import { isOfShopDay } from '../../../db/shop-day.ts'
import type { Db, Row, Tx } from '../../../db/sql.ts'
import type { Quote } from '../sale/rules.ts'
import type { MemberName } from '../search/search-store.ts'

export type ParkedCart = { items: NonNullable<PayBody['items']>; discount?: PayBody['discount'] }

export type ParkedRow = Row & {
  id: string
  store_id: string
  name: string
  cart: ParkedCart
  customer_id: string | null
  customer: MemberName | null
  total: number
  pieces: number
  price_per_g: number | null
  status: ParkedStatus
  register_id: string
  employee_id: string
  version: number
  parked_at: Date
  expires_at: Date
  held_until: Date | null
  is_held: boolean
  keeps_goods: boolean
}

const rows = `select p.id, p.store_id, p.name, p.cart, p.customer_id, p.total, p.pieces, p.price_per_g, p.status,
    p.register_id, p.employee_id, p.version, p.parked_at, p.expires_at, p.held_until, coalesce(p.held_until > ledger.now(), false) as is_held, p.keeps_goods,
    case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'last_name', u.last_name,
      'first_name', u.first_name) end as customer
  from parked_sales p left join users u on u.id = p.customer_id`

export type ParkedFilter = {
  /** Null for every store. */
  store_id: string | null
  skus: readonly string[]
  date: string | null
  employee_id: string | null
  q: string
}

// A cart whose time is over is no longer offered, also before a job has ended it.
const matching = `p.status in ('parked', 'resumed') and p.expires_at > ledger.now()
  and ($1::uuid is null or p.store_id = $1)
  and ($2::text[] = '{}' or exists (
    select from jsonb_array_elements(p.cart -> 'items') i where i ->> 'sku_id' = any ($2)))
  and ($3::date is null or exists (
    select from stores s where s.id = p.store_id and ${isOfShopDay('p.parked_at', '$3')}))
  and ($4::uuid is null or p.employee_id = $4)
  and ($5 = '' or p.name ilike '%' || $5 || '%' or exists (
    select from users m where m.id = p.customer_id
      and (m.username ilike '%' || $5 || '%' or concat(m.last_name, m.first_name) ilike '%' || replace($5, ' ', '') || '%')))`

const valuesOf = ({ store_id, skus, date, employee_id, q }: ParkedFilter) => [
  store_id,
  skus,
  date,
  employee_id,
  q.replace(/[\\%_]/g, '\\$&'),
]

export function listParked(
  db: Db,
  filter: ParkedFilter,
  offset: number,
  limit: number,
): Promise<ParkedRow[]> {
  return db.rows(
    `${rows} where ${matching} order by p.parked_at desc, p.id desc offset $6 limit $7`,
    [...valuesOf(filter), offset, limit],
    'parked-list',
  )
}

export async function countParked(db: Db, filter: ParkedFilter): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    `select count(*) as count from parked_sales p where ${matching}`,
    valuesOf(filter),
    'parked-count',
  )
  return row!.count
}

export function findParked(db: Db, id: string): Promise<ParkedRow | null> {
  return db.first(`${rows} where p.id = $1`, [id], 'parked')
}

/** Locked until the commit: two registers that reach for one cart come one after the other. */
export function findParkedForUpdate(tx: Tx, id: string, storeId: string): Promise<ParkedRow | null> {
  return tx.first(`${rows} where p.id = $1 and p.store_id = $2 for no key update of p`, [id, storeId])
}

export type NewParked = {
  id: string
  store_id: string
  name: string
  cart: ParkedCart
  customer_id: string | null
  total: number
  pieces: number
  price_per_g: number | null
  register_id: string
  employee_id: string
  keeps_goods: boolean
}

/** False where the id is taken already. */
export async function insertParked(tx: Tx, parked: NewParked): Promise<boolean> {
  const touched = await tx.run(
    `insert into parked_sales (id, store_id, name, cart, customer_id, total, pieces, price_per_g, register_id, employee_id,
       keeps_goods, parked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ledger.now(), ledger.now() + make_interval(hours => ${limits.parkedHours}))
     on conflict (id) do nothing`,
    [
      parked.id,
      parked.store_id,
      parked.name,
      JSON.stringify(parked.cart),
      parked.customer_id,
      parked.total,
      parked.pieces,
      parked.price_per_g,
      parked.register_id,
      parked.employee_id,
      parked.keeps_goods,
    ],
  )
  return touched === 1
}

/** How many carts of this store wait. */
export async function countWaiting(db: Db, storeId: string, besides: string): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    `select count(*) as count from parked_sales
     where store_id = $1 and status in ('parked', 'resumed') and id <> $2`,
    [storeId, besides],
    'parked-waiting',
  )
  return row!.count
}

export async function holdParked(tx: Tx, id: string, registerId: string, employeeId: string): Promise<void> {
  await tx.run(
    `update parked_sales set status = 'resumed', register_id = $2, employee_id = $3, version = version + 1,
       held_until = ledger.now() + make_interval(secs => ${limits.parkedHeldSeconds}) where id = $1`,
    [id, registerId, employeeId],
  )
}

export async function putBack(
  tx: Tx,
  parked: Pick<NewParked, 'id' | 'name' | 'cart' | 'total' | 'pieces' | 'register_id' | 'employee_id'> & {
    status: 'parked' | 'discarded'
  },
): Promise<void> {
  await tx.run(
    `update parked_sales set status = $2, name = $3, cart = $4, total = $5, pieces = $6, register_id = $7,
       employee_id = $8, held_until = null, version = version + 1 where id = $1`,
    [
      parked.id,
      parked.status,
      parked.name,
      JSON.stringify(parked.cart),
      parked.total,
      parked.pieces,
      parked.register_id,
      parked.employee_id,
    ],
  )
}

/** The silver rate by which a customer was quoted a cart, while that holds. */
export async function findQuote(db: Db | Tx, id: string, storeId: string): Promise<Quote | null> {
  const row = await db.first<Row & { price_per_g: number; sku_ids: string[] }>(
    `select price_per_g, array(select i ->> 'sku_id' from jsonb_array_elements(cart -> 'items') i where i ? 'sku_id') as sku_ids
     from parked_sales where id = $1 and store_id = $2 and price_per_g is not null
       and parked_at > ledger.now() - make_interval(hours => ${limits.silverQuoteHours})`,
    [id, storeId],
    'parked-quote',
  )
  return row && { price_per_g: row.price_per_g, sku_ids: new Set(row.sku_ids) }
}

/** Carts whose two days are over. */
export function endParked(db: Db): Promise<number> {
  return db.run(
    `update parked_sales set status = 'expired', held_until = null, version = version + 1
     where status in ('parked', 'resumed') and expires_at <= ledger.now()`,
  )
}

import type { Db, Row } from '../../db/sql.ts'
import { staffOf } from './store.ts'

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

/** Which store the articles are kept at, however the promise ended. */
export async function storeOfReservation(db: Db, id: string): Promise<string | null> {
  const row = await db.first<{ store_id: string }>(
    'select store_id from ledger.stock_reservations where owner_id = $1 limit 1',
    [id],
    'stock-reservation-store',
  )
  return row?.store_id ?? null
}

export async function lapseDue(db: Db): Promise<number> {
  const row = await db.first<{ n: number }>('select ledger.lapse_reservations() as n')
  return row!.n
}

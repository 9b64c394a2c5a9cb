import type { StoreSheet } from '@shirogane/contract/resources/brand/stores'
import type { Db, Row, Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'

export type StoreFields = {
  name: string
  postcode: string
  address: string
  phone: string
  day_start: string
  stock_below_zero: boolean
  register_refund_max: number | null
}
export type StoreRow = Row & StoreFields & { id: string; code: string; closed_on: string | null }
export type RegisterRow = Row & { id: string; number: number; name: string; closed_at: Date | null }

const columns = `id, code, name, postcode, address, phone, to_char(day_start, 'HH24:MI') as day_start, stock_below_zero,
  register_refund_max, closed_on`

/** All shops, those that have closed among them, or for staff of a shop that one. */
export function listStores(
  db: Db,
  own: string | null,
): Promise<(Row & { id: string; code: string; name: string; closed_on: string | null })[]> {
  return db.rows(
    `select id, code, name, closed_on from stores where $1::uuid is null or id = $1 order by created_at, code`,
    [own],
    'stores',
  )
}

export function findStore(db: Db, id: string): Promise<StoreRow | null> {
  return db.first<StoreRow>(`select ${columns} from stores where id = $1`, [id], 'store-sheet')
}

/** Held until the commit: changes of one shop and of its registers follow each other. */
export function findStoreForUpdate(tx: Tx, id: string): Promise<StoreRow | null> {
  return tx.first<StoreRow>(`select ${columns} from stores where id = $1 for no key update`, [id])
}

/**
 * Waits for the movements of the shop that are under way and lets no other begin before the commit, as a close does: a
 * movement that began by the old rule has posted by it.
 */
export async function holdDay(tx: Tx, storeId: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(ledger.day_key($1))`, [storeId])
}

/** The business date that is open now. */
export async function openDate(tx: Tx, storeId: string): Promise<string | null> {
  const row = await tx.first<{ date: string }>(`select ledger.shop_date($1)::text as date`, [storeId])
  return row?.date ?? null
}

export async function owesArticles(tx: Tx, storeId: string): Promise<boolean> {
  const found = await tx.first(
    `select 1 as found from ledger.stock_levels where store_id = $1 and shelf < 0 limit 1`,
    [storeId],
  )
  return found !== null
}

export async function insertStore(tx: Tx, store: StoreFields & { id: string; code: string }): Promise<void> {
  await tx.run(
    `insert into stores (id, code, name, postcode, address, phone, day_start, stock_below_zero, register_refund_max)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [store.id, store.code, ...valuesOf(store)],
  )
}

export async function updateStore(tx: Tx, store: StoreFields & { id: string }): Promise<void> {
  await tx.run(
    `update stores set name = $2, postcode = $3, address = $4, phone = $5, day_start = $6, stock_below_zero = $7,
       register_refund_max = $8
     where id = $1`,
    [store.id, ...valuesOf(store)],
  )
}

const valuesOf = (store: StoreFields) => [
  store.name,
  store.postcode,
  store.address,
  store.phone,
  store.day_start,
  store.stock_below_zero,
  store.register_refund_max,
]

export function listRegisters(db: Db, storeId: string): Promise<RegisterRow[]> {
  return db.rows<RegisterRow>(
    `select id, number, name, closed_at from registers where store_id = $1 order by number`,
    [storeId],
    'registers-of-store',
  )
}

/** Held until the commit: a scan at this register comes before or after. */
export function findRegisterForUpdate(tx: Tx, storeId: string, id: string): Promise<RegisterRow | null> {
  return tx.first<RegisterRow>(
    `select id, number, name, closed_at from registers where id = $1 and store_id = $2 for no key update`,
    [id, storeId],
  )
}

export async function insertRegister(
  tx: Tx,
  register: { id: string; store_id: string; number: number; name: string },
): Promise<void> {
  await tx.run(`insert into registers (id, store_id, number, name) values ($1, $2, $3, $4)`, [
    register.id,
    register.store_id,
    register.number,
    register.name,
  ])
}

export async function saveRegister(
  tx: Tx,
  register: { id: string; name: string; closed_at: Date | null },
): Promise<void> {
  await tx.run(`update registers set name = $2, closed_at = $3 where id = $1`, [
    register.id,
    register.name,
    register.closed_at,
  ])
}

/** Whether a customer's code is held there right now. */
export async function isServing(tx: Tx, registerId: string, at: Date): Promise<boolean> {
  const found = await tx.first(
    `select 1 as found from ledger.pay_codes where claimed_by = $1 and state = 'claimed' and claimed_until > $2 limit 1`,
    [registerId, at],
  )
  return found !== null
}

type ClosingRow = Row & StoreSheet['closing'][number]

/** What stands between a shop and its end. */
export function listClosing(db: Db, storeId: string): Promise<ClosingRow[]> {
  return db.rows<ClosingRow>('select kind, n from ledger.shop_closing($1)', [storeId], 'shop-closing')
}

export async function sumDeferred(db: Db, storeId: string): Promise<{ customers: number; total: number }> {
  const row = await db.first<Row & { customers: number; total: number }>(
    `select count(distinct customer_id)::int as customers, coalesce(sum(outstanding), 0)::bigint as total
     from ledger.deferred_sales where store_id = $1 and outstanding > 0`,
    [storeId],
    'shop-later',
  )
  return row!
}

/** Takes every register out of use and writes the end down: its last day is the last that was closed. */
export async function endStore(tx: Tx, storeId: string, at: Date): Promise<string> {
  await tx.run('update registers set closed_at = $2 where store_id = $1 and closed_at is null', [storeId, at])
  const row = await tx.first<Row & { closed_on: string }>(
    `update stores set closed_at = $2, closed_on = coalesce((
       select max(c.business_date) from ledger.day_closes c where c.store_id = $1 and c.reopened_at is null),
       ledger.shop_date($1))
     where id = $1 returning closed_on`,
    [storeId, at],
  )
  return row!.closed_on
}

/** A shop that was closed takes nothing new. */
export function asClosedStore(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'a_shop_is_open') throw new Problem('STORE_CLOSED')
  throw error
}

import type { Db, Row } from '../../db/sql.ts'
import type { Behaviour } from './test-cards.ts'

export type SandboxCard = {
  id: string
  object: 'card'
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
  customer: string | null
  three_d_secure_status: string | null
}

export type SandboxCharge = {
  id: string
  object: 'charge'
  amount: number
  currency: 'jpy'
  created: number
  customer: string
  card: SandboxCard
  captured: boolean
  captured_at: number | null
  paid: boolean
  refunded: boolean
  amount_refunded: number
  failure_code: string | null
  failure_message: string | null
  three_d_secure_status: string | null
  metadata: Record<string, string>
  livemode: false
}

/** Beside what is shown: how the card behaves, and when a charge that takes its time will have been taken. */
export type Kept<T> = T & { behaviour: Behaviour; used?: boolean; settles_at?: string }

export async function findObject<T>(db: Db, id: string): Promise<Kept<T> | null> {
  const row = await db.first<Row & { data: Kept<T> }>(
    `select data from sandbox_objects where id = $1`,
    [id],
    'sandbox-find',
  )
  return row?.data ?? null
}

/** Answers false when there is one of that name. */
export async function createObject(db: Db, id: string, data: object): Promise<boolean> {
  const count = await db.run(
    `insert into sandbox_objects (id, data) values ($1, $2) on conflict do nothing`,
    [id, JSON.stringify(data)],
    'sandbox-create',
  )
  return count === 1
}

/** Merges into an object that still is as expected; the first of two that come at once wins. Null when it is not. */
export async function changeObject<T>(
  db: Db,
  id: string,
  expected: object,
  change: object,
): Promise<Kept<T> | null> {
  const row = await db.first<Row & { data: Kept<T> }>(
    `update sandbox_objects set data = data || $3::jsonb where id = $1 and data @> $2::jsonb returning data`,
    [id, JSON.stringify(expected), JSON.stringify(change)],
    'sandbox-change',
  )
  return row?.data ?? null
}

export async function removeObject(db: Db, id: string): Promise<boolean> {
  return (await db.run(`delete from sandbox_objects where id = $1`, [id], 'sandbox-remove')) === 1
}

export async function listOfCustomer<T>(db: Db, customer: string, prefix: 'car' | 'ch'): Promise<Kept<T>[]> {
  const rows = await db.rows<Row & { data: Kept<T> }>(
    `select data from sandbox_objects where data ->> 'customer' = $1 and data ? 'customer' and id like $2 || '\\_%'
     order by created_at desc limit 100`,
    [customer, prefix],
    'sandbox-of-customer',
  )
  return rows.map(({ data }) => data)
}

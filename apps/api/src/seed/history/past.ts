import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { uuidv7 } from '../../db/uuid.ts'

const dayMs = 86_400_000
/** So far back the history begins. */
export const daysBack = 60

export type Act = { at: Date; run: () => Promise<void> }

/** So many days ago, at this hour of Tokyo. */
export function daysAgo(days: number, hour: number): Date {
  const day = new Date(Date.now() + 9 * 3_600_000 - days * dayMs).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:07:00+09:00`)
}

/**
 * While the history is written the ledger's clock, one function that its owner may replace, reads a setting of the
 * transaction. It is not replaced for each hour: before version 18 PostgreSQL keeps what it has prepared of a function's
 * body until the transaction ends, and would go on telling the hour of then.
 */
export async function openPast(client: Client): Promise<void> {
  await replaceClock(
    client,
    `coalesce(nullif(current_setting('shirogane.past', true), '')::timestamptz, transaction_timestamp())`,
  )
}

/** Sets the clock of an open past to this moment. */
export async function moveClock(client: Client, at: Date): Promise<void> {
  await client.query(`select set_config('shirogane.past', $1, true)`, [at.toISOString()])
}

/** Gives the ledger the real time back. */
export async function closePast(client: Client): Promise<void> {
  await client.query(`select set_config('shirogane.past', '', true)`)
  await replaceClock(client, 'transaction_timestamp()')
}

async function replaceClock(client: Client, now: string): Promise<void> {
  await client.query(
    `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${now}`,
  )
}

/** A session that the person had in those days. */
export async function pastSession(client: Client, userId: string): Promise<string> {
  const id = uuidv7()
  await client.query(
    `insert into sessions (id, user_id, handle, device_id, salt, absolute_expires_at)
     values ($1, $2, $3, $3, $4, now() + interval '1 hour')`,
    // Each person has a device of their own: who shares one is looked at before they are rewarded.
    [id, userId, `past-${id}`, randomBytes(16)],
  )
  return id
}

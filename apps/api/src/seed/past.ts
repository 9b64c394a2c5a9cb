import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { uuidv7 } from '../db/uuid.ts'

const dayMs = 86_400_000
/** So far back the history begins. */
export const daysBack = 60

export type Act = { at: Date; run: () => Promise<void> }

/** So many days ago, at this hour of Tokyo. */
export function daysAgo(days: number, hour: number): Date {
  const day = new Date(Date.now() + 9 * 3_600_000 - days * dayMs).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:07:00+09:00`)
}

/** The ledger asks one function for the time; its owner may replace it. Null gives it the real time back. */
export async function moveClock(client: Client, at: Date | null): Promise<void> {
  const now = at === null ? 'transaction_timestamp()' : `timestamptz '${at.toISOString()}'`
  await client.query(
    `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${now}`,
  )
}

/** A session that somebody had in those days. */
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

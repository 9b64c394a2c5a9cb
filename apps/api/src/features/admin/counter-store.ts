import type { Db, Row, Tx } from '../../db/sql.ts'

export type CounterMember = Row & {
  code_id: string
  id: string
  username: string
  name: string | null
  phone_number: string | null
  verified: boolean
  suspended_at: Date | null
  expires_at: Date
  is_own: boolean
}

/** Whose code this is, while the session that asked for it lives. */
export function findCounterMember(
  db: Db,
  hash: Uint8Array,
  employeeId: string,
): Promise<CounterMember | null> {
  return db.first<CounterMember>(
    `select c.id as code_id, u.id, u.username, nullif(concat_ws(' ', u.last_name, u.first_name), '') as name,
       u.phone_number, u.verified, u.suspended_at, c.expires_at,
       ledger.is_own_account($2, u.id) as is_own
     from counter_codes c join users u on u.id = c.user_id join sessions s on s.id = c.session_id
     where (c.token_hash = $1 or c.code_hash = $1) and s.revoked_at is null`,
    [hash, employeeId],
  )
}

export async function recordCounterReading(
  db: Db,
  reading: { code_id: string; employee_id: string; store_id: string; at: Date },
): Promise<void> {
  await db.run(`update counter_codes set read_by = $2, read_store_id = $3, read_at = $4 where id = $1`, [
    reading.code_id,
    reading.employee_id,
    reading.store_id,
    reading.at,
  ])
}

/** The member whose code this store has read since then. Held until the commit. */
export function findReadMemberForUpdate(
  tx: Tx,
  asked: { user_id: string; store_id: string; since: Date },
): Promise<{ id: string; phone_number: string | null; verified: boolean } | null> {
  return tx.first(
    `select u.id, u.phone_number, u.verified from users u
     where u.id = $1 and u.suspended_at is null and exists (
       select from counter_codes c where c.user_id = u.id and c.read_store_id = $2 and c.read_at > $3)
     for no key update of u`,
    [asked.user_id, asked.store_id, asked.since],
  )
}

import type { Db, Row, Tx } from '../../../db/sql.ts'

export type SessionRow = Row & {
  id: string
  audience: 'api' | 'online_store'
  user_agent: string | null
  ip: string | null
  created_at: Date
  last_used_at: Date
}

/** The sessions that are open now, the one used last first. */
export function listOpenSessions(db: Db, userId: string, at: Date, idleSince: Date): Promise<SessionRow[]> {
  return db.rows<SessionRow>(
    `select id, audience, user_agent, host(ip) as ip, created_at, last_used_at from sessions
     where user_id = $1 and revoked_at is null and absolute_expires_at > $2 and last_used_at > $3
     order by last_used_at desc, id desc`,
    [userId, at, idleSince],
  )
}

/** Ends one session of this person. Answers false when there is none that is open. */
export async function endOwnSession(
  db: Db,
  { user_id, session_id, at }: { user_id: string; session_id: string; at: Date },
): Promise<boolean> {
  const done = await db.run(
    `update sessions set revoked_at = $3, revoked_reason = 'ended_by_owner'
     where id = $2 and user_id = $1 and revoked_at is null`,
    [user_id, session_id, at],
  )
  return done > 0
}

export type StepUp = {
  id: string
  session_id: string
  purpose: string
  ref: string
  method: 'passkey' | 'otp' | 'password'
  at: Date
  expires_at: Date
}

/** A newer proof takes the place of one that was not used. */
export async function recordStepUp(tx: Tx, proof: StepUp): Promise<void> {
  await tx.run(
    `delete from step_ups where session_id = $1 and purpose = $2 and ref = $3 and used_at is null`,
    [proof.session_id, proof.purpose, proof.ref],
  )
  await tx.run(
    `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [proof.id, proof.session_id, proof.purpose, proof.ref, proof.method, proof.at, proof.expires_at],
  )
}

/**
 * Uses a proof up. Two acts at once cannot share one, and a clock that was set back before the proof was made does not
 * prolong it.
 */
export async function spendStepUp(
  tx: Tx,
  proof: { session_id: string; purpose: string; ref: string; at: Date },
): Promise<boolean> {
  const used = await tx.run(
    `update step_ups set used_at = $4::timestamptz
     where session_id = $1 and purpose = $2 and ref = $3 and used_at is null
       and expires_at > $4::timestamptz and created_at <= $4::timestamptz`,
    [proof.session_id, proof.purpose, proof.ref, proof.at],
  )
  return used > 0
}

export type PasskeyRow = Row & {
  id: string
  credential_id: string
  user_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
}

const passkeyColumns =
  'id, credential_id, user_id, public_key, counter, transports, name, synced, created_at, last_used_at'

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(
    `select ${passkeyColumns} from passkeys where user_id = $1 order by created_at desc, id desc`,
    [userId],
  )
}

export function findPasskeyForUpdate(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  return tx.first<PasskeyRow>(`select ${passkeyColumns} from passkeys where credential_id = $1 for update`, [
    credentialId,
  ])
}

/** Answers false where this very key is registered already, for any person. */
export async function recordPasskey(
  tx: Tx,
  key: Omit<PasskeyRow, 'last_used_at' | 'created_at'> & { at: Date },
): Promise<boolean> {
  const done = await tx.run(
    `insert into passkeys (id, credential_id, user_id, public_key, counter, transports, name, synced, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing`,
    [
      key.id,
      key.credential_id,
      key.user_id,
      key.public_key,
      key.counter,
      key.transports,
      key.name,
      key.synced,
      key.at,
    ],
  )
  return done > 0
}

export async function recordPasskeyUse(
  tx: Tx,
  use: { id: string; counter: number; at: Date },
): Promise<void> {
  await tx.run(`update passkeys set counter = $2, last_used_at = $3 where id = $1`, [
    use.id,
    use.counter,
    use.at,
  ])
}

export async function removeOwnPasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.run(`delete from passkeys where user_id = $1 and id = $2`, [userId, id])) > 0
}

export async function removePasskeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.run(`delete from passkeys where user_id = $1`, [userId])
}

export async function recordChallenge(
  db: Db,
  challenge: { hash: Uint8Array; user_id: string | null; at: Date; expires_at: Date },
): Promise<void> {
  await db.run(
    `insert into passkey_challenges (challenge_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)`,
    [challenge.hash, challenge.user_id, challenge.at, challenge.expires_at],
  )
}

/** Takes the question back, so that one answer is good once. Answers false for one that is unknown or too old. */
export async function takeChallenge(
  tx: Tx,
  challenge: { hash: Uint8Array; user_id: string | null; at: Date },
): Promise<boolean> {
  const taken = await tx.run(
    `delete from passkey_challenges
     where challenge_hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3`,
    [challenge.hash, challenge.user_id, challenge.at],
  )
  return taken > 0
}

export type Person = Row & {
  user_id: string
  type: 'customer' | 'employee'
  username: string
  employee_number: string | null
  employee_name: string | null
  employee_active: boolean | null
  suspended_at: Date | null
}

export function findPerson(db: Db, userId: string): Promise<Person | null> {
  return db.first<Person>(
    `select u.id as user_id, u.type, u.username, u.suspended_at, e.number as employee_number,
       e.name as employee_name, e.active as employee_active
     from users u left join employees e on e.user_id = u.id where u.id = $1`,
    [userId],
  )
}

export type AccountChange =
  | 'email'
  | 'phone'
  | 'password'
  | 'passkey_added'
  | 'passkey_removed'
  | 'exported'
  | 'closed'

export async function recordAccountChange(
  tx: Tx,
  change: { id: string; user_id: string; kind: AccountChange; session_id: string | null; at: Date },
): Promise<void> {
  await tx.run(
    `insert into account_changes (id, user_id, kind, session_id, at) values ($1, $2, $3, $4, $5)`,
    [change.id, change.user_id, change.kind, change.session_id, change.at],
  )
}

/** Which kinds of change happened since then. */
export async function listChangesSince(db: Db, userId: string, since: Date): Promise<AccountChange[]> {
  const rows = await db.rows<{ kind: AccountChange }>(
    `select distinct kind from account_changes where user_id = $1 and at > $2`,
    [userId, since],
  )
  return rows.map(({ kind }) => kind)
}

/** When one of these was changed last. */
export async function findLastChange(
  db: Db,
  userId: string,
  kinds: readonly AccountChange[],
): Promise<Date | null> {
  const row = await db.first<{ at: Date | null }>(
    `select max(at) as at from account_changes where user_id = $1 and kind = any ($2)`,
    [userId, kinds],
  )
  return row?.at ?? null
}

export type PendingKind = 'email' | 'phone'

export async function recordPending(
  tx: Tx,
  pending: { user_id: string; kind: PendingKind; value: string; at: Date },
): Promise<void> {
  await tx.run(
    `insert into pending_contacts (user_id, kind, value, created_at) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set value = excluded.value, created_at = excluded.created_at`,
    [pending.user_id, pending.kind, pending.value, pending.at],
  )
}

export async function findPending(
  db: Db,
  userId: string,
  kind: PendingKind,
  since: Date,
): Promise<string | null> {
  const row = await db.first<{ value: string }>(
    `select value from pending_contacts where user_id = $1 and kind = $2 and created_at > $3`,
    [userId, kind, since],
  )
  return row?.value ?? null
}

export async function dropPending(tx: Tx, userId: string, kind: PendingKind): Promise<void> {
  await tx.run(`delete from pending_contacts where user_id = $1 and kind = $2`, [userId, kind])
}

export async function recordEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.run(`update users set email = $2, email_verified = true where id = $1`, [userId, email])
}

export async function recordNewPhone(tx: Tx, userId: string, phone: string): Promise<void> {
  await tx.run(`update users set phone_number = $2, phone_verified = true where id = $1`, [userId, phone])
}

/** Sessions of long ago have lost the id of their browser: a browser that shows none matches none of them. */
const isHere = `coalesce((select s.revoked_reason is distinct from 'ended_by_owner' from sessions s
         where s.user_id = $1 and s.device_id = $2 and $2 <> ''
         order by s.created_at desc, s.id desc limit 1), false)`

/**
 * Has this person been signed in before, and ever in this browser? One that its owner has logged out from afar is a
 * stranger again.
 */
export async function findAcquaintance(
  db: Db,
  userId: string,
  deviceId: string,
): Promise<{ anywhere: boolean; here: boolean }> {
  const row = await db.first<{ anywhere: boolean; here: boolean }>(
    `select exists (select from sessions where user_id = $1) as anywhere, ${isHere} as here`,
    [userId, deviceId],
  )
  return row!
}

/**
 * Whether this person was ever signed in here, and from which addresses lately. Those that may be a thief's do not
 * count.
 */
export async function findPlaces(
  db: Db,
  userId: string,
  deviceId: string,
  since: Date,
): Promise<{ here: boolean; ips: string[] }> {
  const row = await db.first<{ here: boolean; ips: string[] }>(
    `select ${isHere} as here,
       array(select distinct host(ip) from sessions where user_id = $1 and created_at > $3 and ip is not null
         -- A session that the online store opened comes from the store and not from the person.
         and audience = 'api'
         and revoked_reason is distinct from 'ended_by_owner' and revoked_reason is distinct from 'reuse') as ips`,
    [userId, deviceId, since],
    'places-of-account',
  )
  return row!
}

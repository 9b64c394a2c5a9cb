import type { EmployeeType } from '../../actor.ts'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type SessionState = Row & {
  id: string
  user_id: string
  handle: string
  audience: string
  device_id: string
  client: 'browser' | 'api'
  salt: Buffer
  generation: number
  rotated_at: Date
  acknowledged: boolean
  superseded: { generation: number; at: string }[]
  created_at: Date
  last_used_at: Date
  /** When the person last did something; null from the sign-in to then, and where no register can be left open. */
  active_at: Date | null
  absolute_expires_at: Date
  revoked_at: Date | null
  user_type: 'customer' | 'employee'
  verified: boolean
  suspended_at: Date | null
  employee_number: string | null
  employee_name: string | null
  employee_type: EmployeeType | null
  employee_store_id: string | null
  employee_active: boolean | null
  employee_has_pin: boolean
  /** The register that the browser is enrolled as whose secret came along. */
  register_device_id: string | null
  register_device_of: string | null
  register_device_used_at: Date | null
}

const selectState = `
  select s.id, s.user_id, s.handle, s.audience, s.device_id, s.client, s.salt, s.generation, s.rotated_at,
    s.acknowledged, s.superseded, s.created_at, s.last_used_at, s.active_at,
    s.absolute_expires_at, s.revoked_at,
    u.type as user_type, u.verified, u.suspended_at,
    e.number as employee_number, e.name as employee_name, e.type as employee_type,
    e.store_id as employee_store_id, e.active as employee_active, e.pin_hash is not null as employee_has_pin,
    d.id as register_device_id, d.register_id as register_device_of, d.last_used_at as register_device_used_at
  from sessions s
  join users u on u.id = s.user_id
  left join employees e on e.user_id = u.id
  left join register_devices d on d.key_hash = $2
  where s.id = $1`

/** A session, and with the hash of a browser's secret the register that this browser is. */
export function findSessionState(
  db: Db,
  sessionId: string,
  deviceKey: Uint8Array | null = null,
): Promise<SessionState | null> {
  return db.first<SessionState>(selectState, [sessionId, deviceKey], 'session-state')
}

export function findSessionStateForUpdate(tx: Tx, sessionId: string): Promise<SessionState | null> {
  return tx.first<SessionState>(`${selectState} for update of s`, [sessionId, null], 'session-state-locked')
}

export async function acknowledgeGeneration(db: Db, sessionId: string, generation: number): Promise<void> {
  await db.run(
    `update sessions set acknowledged = true where id = $1 and generation = $2 and not acknowledged`,
    [sessionId, generation],
    'session-acknowledge',
  )
}

export type NewSession = {
  id: string
  user_id: string
  handle: string
  device_id: string
  client: 'browser' | 'api'
  salt: Uint8Array
  user_agent: string | null
  ip: string
  at: Date
  absolute_expires_at: Date
}

export async function recordSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.run(
    `insert into sessions (id, user_id, handle, device_id, client, salt, user_agent, ip, rotated_at, created_at,
       last_used_at, absolute_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9, $10)`,
    [
      session.id,
      session.user_id,
      session.handle,
      session.device_id,
      session.client,
      session.salt,
      session.user_agent,
      session.ip,
      session.at,
      session.absolute_expires_at,
    ],
  )
}

/** Ends the sessions of a customer beyond the newest few, the longest unused first. */
export async function endOldestSessions(tx: Tx, userId: string, keep: number, at: Date): Promise<void> {
  await tx.run(
    `update sessions set revoked_at = $3, revoked_reason = 'too_many'
     where id in (
       select id from sessions where user_id = $1 and revoked_at is null and audience = 'api'
       order by last_used_at desc, id desc offset $2)`,
    [userId, keep, at],
  )
}

export async function recordRotation(
  tx: Tx,
  session: { id: string; generation: number; superseded: SessionState['superseded']; at: Date },
): Promise<void> {
  await tx.run(
    `update sessions set generation = $2, superseded = $3::jsonb, rotated_at = $4, last_used_at = $4,
       acknowledged = false where id = $1`,
    [session.id, session.generation, JSON.stringify(session.superseded), session.at],
  )
}

export async function recordUse(
  tx: Tx,
  session: { id: string; superseded: SessionState['superseded']; at: Date },
): Promise<void> {
  await tx.run(`update sessions set superseded = $2::jsonb, last_used_at = $3 where id = $1`, [
    session.id,
    JSON.stringify(session.superseded),
    session.at,
  ])
}

/** Never backwards: two processes may both have heard of the same register. */
export async function recordActivity(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.run(
    `update sessions set active_at = greatest(active_at, $2) where id = $1`,
    [sessionId, at],
    'session-activity',
  )
}

/** Never backwards, and nothing for a browser that was removed meanwhile. */
export async function recordDeviceUse(db: Db, deviceId: string, at: Date): Promise<void> {
  await db.run(
    `update register_devices set last_used_at = greatest(last_used_at, $2) where id = $1`,
    [deviceId, at],
    'register-device-used',
  )
}

/**
 * The database's own trigger ends the pay codes of the session with it and tells every process. Answers whether the session
 * was alive until now.
 */
export async function revokeSession(db: Db, sessionId: string, reason: string, at: Date): Promise<boolean> {
  const touched = await db.run(
    `update sessions set revoked_at = $2, revoked_reason = $3 where id = $1 and revoked_at is null`,
    [sessionId, at, reason],
  )
  return touched === 1
}

export type Credentials = Row & {
  user_id: string
  type: 'customer' | 'employee'
  password_hash: string
  suspended_at: Date | null
  employee_active: boolean | null
}

export type CredentialKind = 'username' | 'email' | 'phone_number' | 'employee_number'

/**
 * Whom a login names. A number or an address belongs to the person who has proved it; where none has, it names the only
 * member who gave it, and where no member did, the only newcomer. Between several it names none: they have their user
 * names.
 */
const givenBy = (column: string, isProved: string): string => `
  select (array_agg(id))[1] from (
    select id, rank() over (order by ${isProved} desc, verified desc) as place from users where ${column} = $1) given
  where place = 1 having count(*) = 1`

const named: Readonly<Record<CredentialKind, string>> = {
  username: `select id from users where username = $1`,
  email: givenBy('email', 'email_verified'),
  phone_number: givenBy('phone_number', 'phone_verified'),
  // A member may have been named like a number of staff before that was refused; no employee is given that number.
  employee_number: `select coalesce((select user_id from employees where number = $1),
    (select id from users where username = lower($1) and type = 'customer'))`,
}

export function findCredentials(db: Db, kind: CredentialKind, value: string): Promise<Credentials | null> {
  return db.first<Credentials>(
    `select u.id as user_id, u.type, u.password_hash, u.suspended_at, e.active as employee_active
     from users u left join employees e on e.user_id = u.id
     where u.id = (${named[kind]})`,
    [value],
    `credentials-by-${kind}`,
  )
}

export type EmployeeCredentials = Row & {
  user_id: string
  type: EmployeeType
  store_id: string | null
  password_hash: string
  pin_hash: string | null
}

/** Of those who may act, by number or id. */
export function findEmployeeCredentials(db: Db, numberOrId: string): Promise<EmployeeCredentials | null> {
  return db.first<EmployeeCredentials>(
    `select e.user_id, e.type, e.store_id, u.password_hash, e.pin_hash
     from employees e join users u on u.id = e.user_id
     where e.active and u.suspended_at is null and (e.number = upper($1) or e.user_id::text = lower($1))`,
    [numberOrId],
    'employee-credentials',
  )
}

export async function recordPinHash(tx: Tx, userId: string, hash: string | null): Promise<void> {
  await tx.run(`update employees set pin_hash = $2 where user_id = $1`, [userId, hash])
}

/** The same digits hashed anew, unless there are others by now. */
export async function replacePinHash(
  db: Db,
  userId: string,
  { hash, before }: { hash: string; before: string },
): Promise<void> {
  await db.run(
    `update employees set pin_hash = $2 where user_id = $1 and pin_hash = $3`,
    [userId, hash, before],
    'replace-pin-hash',
  )
}

/** The same password hashed anew, unless there is another one by now. Answers whether it was. */
export async function recordPasswordHash(
  db: Db,
  userId: string,
  { hash, before }: { hash: string; before: string },
): Promise<boolean> {
  const touched = await db.run(`update users set password_hash = $2 where id = $1 and password_hash = $3`, [
    userId,
    hash,
    before,
  ])
  return touched === 1
}

/** Is this still their password? A request that sets another one waits for this transaction and sees what it did. */
export async function holdsPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const row = await tx.first<{ password_hash: string }>(
    `select password_hash from users where id = $1 for share`,
    [userId],
  )
  return row?.password_hash === hash
}

export async function listSessionsEndedSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(`select id from sessions where revoked_at > $1`, [since])
  return rows.map((row) => row.id)
}

/** Of these sessions, those that are over by now: ended, run out, or of a person who may not be here any more. */
export async function listDeadAmong(db: Db, sessionIds: readonly string[], at: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select asked.id from unnest($1::uuid[]) as asked (id)
     where not exists (
       select 1 from sessions s join users u on u.id = s.user_id left join employees e on e.user_id = u.id
       where s.id = asked.id and s.revoked_at is null and s.absolute_expires_at > $2 and u.suspended_at is null
         and (u.type = 'customer' or e.active))`,
    [sessionIds, at],
  )
  return rows.map((row) => row.id)
}

/** Is the person behind this session a verified member by now? */
export async function isVerified(db: Db, sessionId: string): Promise<boolean> {
  const row = await db.first<{ verified: boolean }>(
    `select u.verified from sessions s join users u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  )
  return row?.verified === true
}

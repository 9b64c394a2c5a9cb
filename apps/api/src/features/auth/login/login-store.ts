import type { Db, Row, Tx } from '../../../db/sql.ts'

/** Where a code can go, and whether its owner has shown to us that they read there. */
export type Reach = {
  phone_number: string | null
  email: string | null
  email_verified: boolean
  /** This person has become a member by a proof, and not by being entered by staff. */
  is_proved: boolean
  phone_proved: boolean
}

const reach = `u.phone_number, u.email, u.email_verified, u.phone_verified as phone_proved,
    exists (select from verifications v where v.user_id = u.id) as is_proved`

export function findReach(db: Db, userId: string): Promise<Reach | null> {
  return db.first<Row & Reach>(`select ${reach} from users u where u.id = $1`, [userId])
}

export type LoginFlow = Row &
  Reach & {
    id: string
    user_id: string
    suspended_at: Date | null
  }

/** A password that was changed meanwhile takes the logins with it that it had begun. */
const selectOpen = `
  select f.id, f.user_id, u.suspended_at, ${reach}
  from login_flows f join users u on u.id = f.user_id
  where f.secret_hash = $1 and f.ended_at is null and f.expires_at > $2
    and (u.password_changed_at is null or u.password_changed_at <= f.created_at)`

export function findLoginFlow(db: Db, secretHash: Uint8Array, at: Date): Promise<LoginFlow | null> {
  return db.first<LoginFlow>(selectOpen, [secretHash, at])
}

export function findLoginFlowForUpdate(tx: Tx, secretHash: Uint8Array, at: Date): Promise<LoginFlow | null> {
  return tx.first<LoginFlow>(`${selectOpen} for update of f`, [secretHash, at])
}

export async function recordLoginFlow(
  tx: Tx,
  flow: {
    id: string
    secret_hash: Uint8Array
    user_id: string
    device_id: string | null
    at: Date
    expires_at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into login_flows (id, secret_hash, user_id, device_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [flow.id, flow.secret_hash, flow.user_id, flow.device_id, flow.at, flow.expires_at],
  )
}

/** The login that this browser has begun already goes on under a new secret. Answers its id. */
export async function resumeLoginFlow(
  tx: Tx,
  flow: { user_id: string; device_id: string; secret_hash: Uint8Array; at: Date },
): Promise<string | null> {
  const row = await tx.first<{ id: string }>(
    `update login_flows set secret_hash = $3
     where id = (select id from login_flows where user_id = $1 and device_id = $2 order by created_at desc limit 1)
       and ended_at is null and expires_at > $4
     returning id`,
    [flow.user_id, flow.device_id, flow.secret_hash, flow.at],
  )
  return row?.id ?? null
}

/** A code that is sent again gives its login as much time as the first one had. */
export async function prolongLoginFlow(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.run(`update login_flows set expires_at = $2 where id = $1`, [id, expiresAt])
}

export async function endLoginFlow(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(`update login_flows set ended_at = $2 where id = $1`, [id, at])
}

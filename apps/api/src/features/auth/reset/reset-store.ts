import type { Db, Row, Tx } from '../../../db/sql.ts'

export type ResetFlow = Row & {
  id: string
  credential_name: string
  user_id: string | null
  target_name: string
  state: 'pin_sent' | 'pin_ok' | 'used'
  pin_ok_at: Date | null
  expires_at: Date
}

/** A password that was changed meanwhile takes the runs with it that were begun before. */
const selectFlow = `
  select f.id, f.credential_name, f.user_id, f.target_name, f.state, f.pin_ok_at, f.expires_at
  from reset_flows f left join users u on u.id = f.user_id
  where f.secret_hash = $1 and (u.password_changed_at is null or u.password_changed_at <= f.created_at)`

export function findResetFlow(db: Db, secretHash: Uint8Array): Promise<ResetFlow | null> {
  return db.first<ResetFlow>(selectFlow, [secretHash])
}

export function findResetFlowForUpdate(tx: Tx, secretHash: Uint8Array): Promise<ResetFlow | null> {
  return tx.first<ResetFlow>(`${selectFlow} for update of f`, [secretHash])
}

export async function recordResetFlow(
  tx: Tx,
  flow: {
    id: string
    secret_hash: Uint8Array
    credential_name: string
    user_id: string | null
    target_name: string
    at: Date
    expires_at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into reset_flows (id, secret_hash, credential_name, user_id, target_name, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      flow.id,
      flow.secret_hash,
      flow.credential_name,
      flow.user_id,
      flow.target_name,
      flow.at,
      flow.expires_at,
    ],
  )
}

/** A code that is sent again gives its run as much time as the first one had. */
export async function prolongResetFlow(tx: Tx, flowId: string, expiresAt: Date): Promise<void> {
  await tx.run(`update reset_flows set expires_at = $2 where id = $1`, [flowId, expiresAt])
}

export async function recordPinOk(tx: Tx, flowId: string, at: Date, expiresAt: Date): Promise<void> {
  await tx.run(`update reset_flows set state = 'pin_ok', pin_ok_at = $2, expires_at = $3 where id = $1`, [
    flowId,
    at,
    expiresAt,
  ])
}

/** Every run of this person ends with the one that led somewhere. Answers their ids. */
export async function endResetFlows(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `update reset_flows set state = 'used', pin_ok_at = coalesce(pin_ok_at, $2) where user_id = $1 and state <> 'used'
     returning id`,
    [userId, at],
  )
  return rows.map(({ id }) => id)
}

export async function recordNewPassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  await tx.run(`update users set password_hash = $2, password_changed_at = $3 where id = $1`, [
    userId,
    hash,
    at,
  ])
}

/** Ends the sessions of a person, all or all but one. Answers their ids. */
export async function endSessionsOf(
  tx: Tx,
  { user_id, except, reason, at }: { user_id: string; except?: string; reason: string; at: Date },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `update sessions set revoked_at = $3, revoked_reason = $4
     where user_id = $1 and revoked_at is null and id is distinct from $2::uuid returning id`,
    [user_id, except ?? null, at, reason],
  )
  return rows.map(({ id }) => id)
}

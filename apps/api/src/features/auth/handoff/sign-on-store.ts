import type { Db, Row, Tx } from '../../../db/sql.ts'

export type SignOn = Row & {
  id: string
  session_id: string
  expires_at: Date
  used_at: Date | null
  store_session_id: string | null
}

export async function recordSignOn(
  db: Db,
  signOn: { id: string; token_hash: Uint8Array; session_id: string; at: Date; expires_at: Date },
): Promise<void> {
  await db.run(
    `insert into handoffs (id, token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [signOn.id, signOn.token_hash, signOn.session_id, signOn.at, signOn.expires_at],
  )
}

export function findSignOnForUpdate(tx: Tx, tokenHashes: readonly Uint8Array[]): Promise<SignOn | null> {
  return tx.first<SignOn>(
    `select id, session_id, expires_at, used_at, store_session_id from handoffs where token_hash = any ($1::bytea[]) for update`,
    [tokenHashes],
  )
}

export async function recordSignOnUse(
  tx: Tx,
  use: { id: string; at: Date; store_session_id: string },
): Promise<void> {
  await tx.run(`update handoffs set used_at = $2, store_session_id = $3 where id = $1`, [
    use.id,
    use.at,
    use.store_session_id,
  ])
}

/** Answers false for a proof that was shown before. */
export async function recordAssertion(db: Db, jtiHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const done = await db.run(
    `insert into store_assertions (jti_hash, expires_at) values ($1, $2) on conflict do nothing`,
    [jtiHash, expiresAt],
  )
  return done > 0
}

export async function recordStoreSession(
  tx: Tx,
  session: {
    id: string
    user_id: string
    handle: string
    salt: Uint8Array
    parent_id: string
    ip: string
    at: Date
    absolute_expires_at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into sessions (id, user_id, handle, audience, device_id, client, salt, user_agent, ip, rotated_at,
       created_at, last_used_at, absolute_expires_at, parent_id)
     values ($1, $2, $3, 'online_store', 'online_store', 'api', $4, null, $5, $6, $6, $6, $7, $8)`,
    [
      session.id,
      session.user_id,
      session.handle,
      session.salt,
      session.ip,
      session.at,
      session.absolute_expires_at,
      session.parent_id,
    ],
  )
}

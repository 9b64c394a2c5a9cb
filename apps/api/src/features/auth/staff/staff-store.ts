import type { Db, Row, Tx } from '../../../db/sql.ts'

export async function recordInvitation(
  tx: Tx,
  invitation: {
    id: string
    user_id: string
    code_hash: Uint8Array
    issued_by: string | null
    at: Date
    expires_at: Date
  },
): Promise<void> {
  await tx.run(`delete from staff_invitations where user_id = $1 and used_at is null`, [invitation.user_id])
  await tx.run(
    `insert into staff_invitations (id, user_id, code_hash, issued_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      invitation.id,
      invitation.user_id,
      invitation.code_hash,
      invitation.issued_by,
      invitation.at,
      invitation.expires_at,
    ],
  )
}

export type Invited = Row & { user_id: string; number: string; name: string; store_name: string | null }

/** The person whom this invitation waits for, while they work here. */
export function findInvited(db: Db, codeHash: Uint8Array, at: Date): Promise<Invited | null> {
  return db.first<Invited>(
    `select e.user_id, e.number, e.name, s.name as store_name
     from staff_invitations i join employees e on e.user_id = i.user_id left join stores s on s.id = e.store_id
     where i.code_hash = $1 and i.used_at is null and i.expires_at > $2 and e.active`,
    [codeHash, at],
  )
}

/** Uses it up. Answers false where another request was quicker, or it has ended. */
export async function useInvitation(tx: Tx, codeHash: Uint8Array, at: Date): Promise<boolean> {
  const done = await tx.run(
    `update staff_invitations i set used_at = $2 from employees e
     where i.code_hash = $1 and i.used_at is null and i.expires_at > $2 and e.user_id = i.user_id and e.active`,
    [codeHash, at],
  )
  return done > 0
}

/** A session by PIN names the one before it. */
export async function recordTakeOver(
  tx: Tx,
  { session_id, from }: { session_id: string; from: string },
): Promise<void> {
  await tx.run(`update sessions set taken_over_from = $2 where id = $1`, [session_id, from])
}

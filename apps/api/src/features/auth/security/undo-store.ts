import type { Row, Tx } from '../../../db/sql.ts'

export type EmailUndo = Row & { id: string; user_id: string; email: string; created_at: Date }

/** Locks the undoing; null for a code that is unknown, used, overtaken or too old, or whose account is closed. */
export function findEmailUndoForUpdate(tx: Tx, codeHash: Uint8Array, at: Date): Promise<EmailUndo | null> {
  return tx.first<EmailUndo>(
    `select e.id, e.user_id, e.email, e.created_at from email_undos e join users u on u.id = e.user_id
     where e.code_hash = $1 and e.used_at is null and e.voided_at is null and e.expires_at > $2 and u.closed_at is null
     for update of e`,
    [codeHash, at],
  )
}

export async function recordEmailUndo(
  tx: Tx,
  undo: { id: string; user_id: string; code_hash: Uint8Array; email: string; at: Date; expires_at: Date },
): Promise<void> {
  await tx.run(
    `insert into email_undos (id, user_id, code_hash, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [undo.id, undo.user_id, undo.code_hash, undo.email, undo.at, undo.expires_at],
  )
}

/**
 * Uses it up, and voids those of the changes that came after it: they lead to addresses of the person who made them.
 */
export async function spendEmailUndo(tx: Tx, undo: EmailUndo, at: Date): Promise<void> {
  await tx.run(`update email_undos set used_at = $2 where id = $1`, [undo.id, at])
  await tx.run(
    `update email_undos set voided_at = $3
     where user_id = $1 and created_at >= $2 and used_at is null and voided_at is null`,
    [undo.user_id, undo.created_at, at],
  )
}

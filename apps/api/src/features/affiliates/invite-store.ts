import type { Invited } from '@shirogane/domain/points/bring-gifts'
import type { Db, Row, Tx } from '../../db/sql.ts'

/** Of these customers, those who came by an invitation, and what became of it. */
export function listInvited(db: Db, userIds: readonly string[]): Promise<Invited[]> {
  return db.rows<Row & Invited>(`select * from ledger.invitations_of($1)`, [userIds], 'invited')
}

/** The inviter of a person, where nothing is held against the invitation. */
export function findInviter(tx: Tx, userId: string): Promise<{ username: string } | null> {
  return tx.first(
    `select u.username from affiliates a join users u on u.id = a.affiliator_id where a.user_id = $1 and a.standing = 'good'`,
    [userId],
    'inviter',
  )
}

export async function listInvitationGrants(db: Db, transactionIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ transaction_id: string }>(
    `select * from ledger.gifts_of_invitations($1) as transaction_id`,
    [transactionIds],
    'invitation-grants',
  )
  return rows.map(({ transaction_id }) => transaction_id)
}

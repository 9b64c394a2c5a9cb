import type { Db, Row, Tx } from '../../db/sql.ts'

export async function recordAvatar(db: Db, name: string, userId: string): Promise<void> {
  await db.run('insert into avatars (name, user_id) values ($1, $2)', [name, userId], 'record-avatar')
}

/** Null where the picture is not there or belongs to another person: the caller does not learn which. */
export function findOwnAvatar(tx: Tx, name: string, userId: string): Promise<{ name: string } | null> {
  return tx.first<Row & { name: string }>(
    `select name from avatars where name = $1 and user_id = $2 for update`,
    [name, userId],
    'own-avatar',
  )
}

/**
 * Takes the picture that was drawn for this purpose, or none, and answers the names of those that are not shown any
 * more.
 */
export async function showAvatar(
  tx: Tx,
  userId: string,
  avatar: { name: string; url: string } | null,
): Promise<string[]> {
  await tx.run('update users set avatar = $2 where id = $1', [userId, avatar?.url ?? null], 'show-avatar')
  const gone = await tx.rows<Row & { name: string }>(
    `delete from avatars where user_id = $1 and name is distinct from $2 returning name`,
    [userId, avatar?.name ?? null],
    'drop-avatars',
  )
  return gone.map(({ name }) => name)
}

/** Pictures that were uploaded and never taken. */
export async function dropUntakenAvatars(db: Db, before: Date): Promise<string[]> {
  const gone = await db.rows<Row & { name: string }>(
    `delete from avatars a where a.created_at < $1
       and not exists (select from users u where u.id = a.user_id and u.avatar like '%/' || a.name || '.webp')
     returning a.name`,
    [before],
    'drop-untaken-avatars',
  )
  return gone.map(({ name }) => name)
}

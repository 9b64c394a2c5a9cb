import type { Db, Row, Tx } from '../../../db/sql.ts'

export type Left = Row & { id: string; closed_at: Date; erased_at: Date | null }

/** Who has left: one of them, or all who left or were erased since then. */
export function listLeft(db: Db, which: { user_id: string } | { since: Date }): Promise<Left[]> {
  return 'user_id' in which
    ? db.rows<Left>('select id, closed_at, erased_at from users where id = $1 and closed_at is not null', [
        which.user_id,
      ])
    : db.rows<Left>(
        `select id, closed_at, erased_at from users where closed_at > $1
         union select id, closed_at, erased_at from users where erased_at > $1 and closed_at is not null`,
        [which.since],
      )
}

export type Standing = Row & { verified: boolean; is_closed: boolean; is_erased: boolean }

/** How an account stands, held until the commit; null where there is none. */
export function findStandingForUpdate(tx: Tx, userId: string): Promise<Standing | null> {
  return tx.first<Standing>(
    `select verified, closed_at is not null as is_closed, erased_at is not null as is_erased from users where id = $1
     for no key update`,
    [userId],
  )
}

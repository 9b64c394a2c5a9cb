import type { Db, Row, Tx } from '../../db/sql.ts'

export type AffiliatorRow = Row & { user_id: string; username: string; avatar: string | null; code: string }

/** By the code of the link or by the name, of members whose invitations still count. */
export function findAffiliator(
  db: Db,
  asked: { code: string | null; username: string | null },
): Promise<AffiliatorRow | null> {
  return db.first<AffiliatorRow>(
    `select a.user_id, u.username, u.avatar, a.code from affiliators a join users u on u.id = a.user_id
     where (a.code = $1 or u.username = $2) and u.suspended_at is null and u.verified
     order by a.code = $1 desc limit 1`,
    [asked.code, asked.username],
    'affiliator',
  )
}

export async function recordAffiliate(
  tx: Tx,
  affiliate: { id: string; user_id: string; affiliator_id: string; at: Date },
): Promise<void> {
  await tx.run(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values ($1, $2, $3, $4)
     on conflict (user_id) do nothing`,
    [affiliate.id, affiliate.user_id, affiliate.affiliator_id, affiliate.at],
  )
}

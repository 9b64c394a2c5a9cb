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

/** Of these customers, those who came by an invitation and have not had their gift for it yet. */
export async function listWithoutBonus(
  db: Db,
  userIds: readonly string[],
): Promise<{ user_id: string; invited_by: string }[]> {
  return db.rows(
    `select a.user_id, u.username as invited_by from affiliates a join users u on u.id = a.affiliator_id
     where a.user_id = any ($1)
       and not exists (select from ledger.campaign_grants g where g.user_id = a.user_id and g.campaign = 'invite')`,
    [userIds],
    'invited-without-bonus',
  )
}

export async function grantInvitation(
  db: Db,
  gift: {
    transaction_id: string
    user_id: string
    store_id: string | null
    points: number
    expires_at: Date
    message: string
  },
): Promise<void> {
  await db.rows(`select ledger.grant_once('invite', 'once', $1, $2, $3, $4, $5, 0, $6)`, [
    gift.transaction_id,
    gift.user_id,
    gift.store_id,
    gift.points,
    gift.expires_at,
    gift.message,
  ])
}

export async function findInviteTerms(
  db: Db,
): Promise<{ points: unknown; days: unknown; payment_min: unknown }> {
  const row = await db.first<{ points: unknown; days: unknown; payment_min: unknown }>(
    `select (select value from settings where key = 'invite.points') as points,
       (select value from settings where key = 'invite.days') as days,
       (select value from settings where key = 'invite.payment_min') as payment_min`,
  )
  return row!
}

export async function listInvitationGrants(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ transaction_id: string }>(
    `select transaction_id from ledger.campaign_grants where user_id = any ($1) and campaign = 'invite'`,
    [userIds],
  )
  return rows.map(({ transaction_id }) => transaction_id)
}

import type { AffiliateReason } from '@shirogane/contract/terms/affiliate-words'
import { listDueRewards } from '@shirogane/ledger'
import type { Db, Row, Tx } from '../../db/sql.ts'

/** An address as its mailbox reads it: what stands behind a plus, and Google's dots, lead to the same person. */
const mailbox = (email: string) => `case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(${email}, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(${email}, '@', 1), '+', 1) || '@' || split_part(${email}, '@', 2) end`

/** A card, an address or a device that two accounts share. `i` is the inviter, `u` the invited person. */
const shared = `
  select 'card' as reason where exists (
    select from payment_methods a join payment_methods b on b.fingerprint = a.fingerprint
    where a.user_id = i.id and b.user_id = u.id)
  union all
  select 'bank_account' where exists (
    select from payout_methods a join payout_methods b
      on array_prepend(b.account_key, b.other_keys) && array_prepend(a.account_key, a.other_keys)
    where a.user_id = i.id and b.user_id = u.id)
  union all
  select 'email' where ${mailbox('i.email')} = ${mailbox('u.email')}
  union all
  select 'phone' where exists (
    select from verifications v where (v.user_id = i.id and v.phone_number = u.phone_number)
      or (v.user_id = u.id and v.phone_number = i.phone_number))
  union all
  select 'device' where exists (
    select from sessions a join sessions b on b.device_id = a.device_id where a.user_id = i.id and b.user_id = u.id)
  union all
  select 'address' where regexp_replace(i.address, '\\s', '', 'g') = regexp_replace(u.address, '\\s', '', 'g')
  union all
  select 'network' where exists (
    select from sessions a join sessions b on
      case family(a.ip) when 4 then set_masklen(a.ip, 24) else set_masklen(a.ip, 48) end >>= b.ip
      and family(a.ip) = family(b.ip)
    where a.user_id = i.id and b.user_id = u.id
      and b.created_at < u.created_at + interval '1 day' and a.last_used_at > u.created_at - interval '1 day'
      and a.created_at < u.created_at + interval '1 day')`

/** What two accounts have in common. */
export async function listShared(db: Db, inviterId: string, userId: string): Promise<AffiliateReason[]> {
  const rows = await db.rows<{ reason: AffiliateReason }>(
    `select s.reason from users i, users u, lateral (${shared}) s where i.id = $1 and u.id = $2`,
    [inviterId, userId],
    'affiliate-shared',
  )
  return rows.map(({ reason }) => reason)
}

export type Lookalike = Row & { id: string; reasons: AffiliateReason[] }

/** What these invitations have in common where it has not been flagged yet. */
export function listLookalikes(db: Db, ids: readonly string[]): Promise<Lookalike[]> {
  return db.rows<Lookalike>(
    `select a.id, array_agg(s.reason) as reasons
     from affiliates a
     join users i on i.id = a.affiliator_id join users u on u.id = a.user_id, lateral (${shared}) s
     where a.id = any ($1::uuid[]) and a.standing <> 'void' and u.closed_at is null
       and not exists (select from affiliate_flags f where f.affiliate_id = a.id and f.reason = s.reason)
     group by a.id order by a.id`,
    [ids],
  )
}

/** The invitation that a person came by. */
export async function findInvitationId(db: Db, userId: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(`select id from affiliates where user_id = $1`, [userId])
  return row?.id ?? null
}

/** The next so many invitations before this one, the newest first, and whether each has rewards that are still to come. */
export function listInvitationsBefore(
  db: Db,
  before: string,
  count: number,
): Promise<(Row & { id: string; waits: boolean })[]> {
  return db.rows(
    `select a.id, w.waits is not null as waits
     from (select id, user_id from affiliates where id < $1 order by id desc limit $2) a
     left join lateral (
       select true as waits from ledger.rewards r where r.customer_id = a.user_id and r.pending > 0 limit 1) w on true
     order by a.id desc`,
    [before, count],
  )
}

/** The invitations whose rewards the next settling is about to confirm. */
export async function listDueInvitations(db: Db): Promise<string[]> {
  const due = await listDueRewards(db, 2_147_483_647)
  const rows = await db.rows<{ id: string }>(`select id from affiliates where user_id = any ($1)`, [
    due.map(({ customer_id }) => customer_id),
  ])
  return rows.map(({ id }) => id)
}

/** Before there is an account: what its owner has in common with their inviter, as far as it tells them nothing. */
export async function listSharedBefore(
  tx: Tx,
  inviterId: string,
  deviceId: string | null,
): Promise<AffiliateReason[]> {
  const row = await tx.first(`select from sessions where user_id = $1 and device_id = $2 limit 1`, [
    inviterId,
    deviceId,
  ])
  return row ? ['device'] : []
}

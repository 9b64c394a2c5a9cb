import { wholeSetting } from '../../db/settings.ts'
import type { Db, Row, Tx } from '../../db/sql.ts'

export async function isAffiliator(db: Db | Tx, userId: string): Promise<boolean> {
  return (
    (await db.first('select 1 as known from affiliators where user_id = $1', [userId], 'has-rewards')) !==
    null
  )
}

export type RewardMethod = Row & { method: 'wallet' | 'bank'; since: Date | null }

/** How a member receives rewards; null for a member who does not invite. */
export function findRewardMethod(db: Db | Tx, userId: string): Promise<RewardMethod | null> {
  return db.first<RewardMethod>(
    'select reward_method as method, reward_method_since as since from affiliators where user_id = $1',
    [userId],
    'reward-method',
  )
}

export async function recordRewardMethod(
  tx: Tx,
  { user_id, method, since }: { user_id: string; method: 'wallet' | 'bank'; since: Date },
): Promise<void> {
  await tx.run(
    'update affiliators set reward_method = $2, reward_method_since = $3 where user_id = $1',
    [user_id, method, since],
    'record-reward-method',
  )
}

/** The member behind an invitation of this person's; null where it is another person's or there is none. */
export async function findInvited(
  db: Db | Tx,
  affiliatorId: string,
  affiliateId: string,
): Promise<string | null> {
  const row = await db.first<{ user_id: string }>(
    'select user_id from affiliates where id = $2 and affiliator_id = $1',
    [affiliatorId, affiliateId],
    'invited-of',
  )
  return row?.user_id ?? null
}

export async function findKycStatus(db: Db | Tx, userId: string): Promise<string> {
  const row = await db.first<{ kyc_status: string }>(
    'select kyc_status from users where id = $1',
    [userId],
    'kyc-status-of',
  )
  return row?.kyc_status ?? 'none'
}

export type RewardStanding = Row & {
  pending: number
  /** Below zero: what is carried forward. */
  confirmed: number
  /** Claimed and not paid out. */
  reward: number
  held: number
  paid_wallet: number
  paid_bank: number
  today: number
  is_stopped: boolean
}

export async function findRewardStanding(db: Db | Tx, userId: string): Promise<RewardStanding> {
  const row = await db.first<RewardStanding>(
    `select coalesce((select sum(pending) from ledger.rewards where affiliator_id = $1), 0)::bigint as pending,
       w.reward_confirmed as confirmed, w.reward, w.payout_hold as held,
       coalesce((select sum(received_paid) from ledger.transactions
         where customer_id = $1 and kind = 'reward'), 0)::bigint as paid_wallet,
       coalesce((select sum(c.bank + c.withheld) from ledger.transactions t
         cross join lateral ledger.rewards_changed(t.id) c where t.customer_id = $1 and t.kind = 'payout'), 0)::bigint as paid_bank,
       ledger.rewards_of_day($1, ledger.now()) as today,
       exists (select from payout_stops s where s.user_id = $1 and s.lifted_at is null) as is_stopped
     from ledger.wallets w where w.user_id = $1`,
    [userId],
    'reward-standing',
  )
  return row!
}

export type ClaimableRow = Row & { id: string; username: string; amount: number }

export function listClaimable(db: Db, userId: string): Promise<ClaimableRow[]> {
  return db.rows<ClaimableRow>(
    `select a.id, u.username, sum(r.unclaimed)::bigint as amount
     from ledger.rewards r join affiliates a on a.user_id = r.customer_id join users u on u.id = r.customer_id
     where r.affiliator_id = $1 and r.unclaimed <> 0
     group by a.id, u.username having sum(r.unclaimed) > 0 order by amount desc, a.id limit 100`,
    [userId],
    'rewards-claimable',
  )
}

export type RewardRow = Row & {
  id: string
  affiliate_id: string
  username: string
  amount: number
  reversed: number
  unclaimed: number
  pending: number
  base: number
  rate_bp: number
  cut: number
  day_max: number | null
  earned_at: Date
  confirms_on: string
}

export function listRewards(
  db: Db,
  userId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<RewardRow[]> {
  return db.rows<RewardRow>(
    `select r.transaction_id as id, a.id as affiliate_id, u.username, r.amount, r.reversed, r.unclaimed, r.pending, r.base,
       r.rate_bp, r.cut, r.day_max, r.earned_at,
       coalesce((r.confirmed_at at time zone 'Asia/Tokyo')::date,
         r.sold_on + 1 + ${wholeSetting('refund.window_days')})::text as confirms_on
     from (
       select transaction_id from ledger.rewards where affiliator_id = $1
       order by earned_at desc, transaction_id desc offset $2 limit $3
     ) page
     join ledger.rewards r on r.transaction_id = page.transaction_id
     join affiliates a on a.user_id = r.customer_id join users u on u.id = r.customer_id
     order by r.earned_at desc, r.transaction_id desc`,
    [userId, skip, limit],
    'rewards-page',
  )
}

export async function countRewards(db: Db, userId: string, max: number): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from ledger.rewards where affiliator_id = $1 limit $2) counted`,
    [userId, max],
    'rewards-count',
  )
  return row?.count ?? 0
}

export type ConfirmedRow = Row & { user_id: string; amount: number }

/** What was confirmed for whom since a moment, all of it together. */
export function listConfirmedSince(db: Db, since: Date): Promise<ConfirmedRow[]> {
  return db.rows<ConfirmedRow>(
    `select t.customer_id as user_id, sum(c.confirmed)::bigint as amount from ledger.transactions t
     cross join lateral ledger.rewards_changed(t.id) c
     where t.kind = 'reward' and t.step = 'confirm' and t.completed_at >= $1 group by 1`,
    [since],
    'rewards-confirmed',
  )
}

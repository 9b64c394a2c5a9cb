import type { Db, Row } from '../../../db/sql.ts'

export type ReasonRow = Row & {
  rule: 'level' | 'rate_add' | 'multiplier' | 'fixed_point'
  label: string
  campaign_id: string | null
  base: number
  rate_bp: number | null
  uncut_points: number
  points: number
  cut_by: 'transaction' | 'member' | 'budget' | null
  expires_on: string | null
}

/** What campaigns added to a payment. */
export function listReasons(db: Db, transactionId: string): Promise<ReasonRow[]> {
  return db.rows(
    `select rule, label, campaign_id, base, rate_bp, uncut_points, points, cut_by,
       to_char(expires_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as expires_on
     from ledger.point_reasons where transaction_id = $1 and reverses is null order by part`,
    [transactionId],
    'point-reasons',
  )
}

/** What a collection paid of each sale, the oldest first: it earns at the rate of the rank that its customer bought with. */
export function listCollected(
  db: Db,
  transactionId: string,
): Promise<
  (Row & { number: string; amount: number; rate_bp: number; points: number; level_name: string | null })[]
> {
  return db.rows(
    `select t.number, m.collected as amount, d.rate_bp, m.points,
       (select v.name from level_versions v where v.level_index = t.level_before and v.valid_from <= t.completed_at
        order by v.valid_from desc limit 1) as level_name
     from ledger.deferred_moves m
     join ledger.deferred_sales d on d.sale_id = m.sale_id join ledger.transactions t on t.id = m.sale_id
     where m.transaction_id = $1 order by t.completed_at, t.id`,
    [transactionId],
    'reasons-of-collection',
  )
}

export type Gift = Row & { campaign: string | null; expires_on: string | null }

/** Which gift a movement was, where it was one that is given once, and how long its points are good. */
export async function findGift(db: Db, transactionId: string): Promise<Gift> {
  const row = await db.first<Gift>(
    `select (select campaign from ledger.campaign_grants where transaction_id = $1) as campaign,
       (select to_char(max(expires_at) at time zone 'Asia/Tokyo', 'YYYY-MM-DD') from ledger.point_lots
        where id = $1) as expires_on`,
    [transactionId],
    'gift-of-movement',
  )
  return row!
}

/** What a rank was called at that time. */
export async function findLevelName(db: Db, levelIndex: number, at: Date): Promise<string | null> {
  const row = await db.first<{ name: string }>(
    `select name from level_versions where level_index = $1 and valid_from <= $2 order by valid_from desc limit 1`,
    [levelIndex, at],
    'level-name-then',
  )
  return row?.name ?? null
}

export type RewardReasonRow = Row & {
  id: string
  username: string
  base: number
  rate_bp: number
  cut: number
  day_max: number | null
  amount: number
  earned_at: Date
}

/** The rewards that a movement confirmed, claimed or took back, and how much of each. */
export function listRewardReasons(db: Db, transactionId: string): Promise<RewardReasonRow[]> {
  return db.rows<RewardReasonRow>(
    `select r.transaction_id as id, u.username, r.base, r.rate_bp, r.cut, r.day_max, r.earned_at, x.amount
     from (
       select c.transaction_id as reward_id, x.confirmed as amount
       from ledger.rewards c cross join lateral ledger.rewards_changed(c.confirmation_id) x where c.confirmation_id = $1
       union all
       select m.reward_id, m.claimed - m.reversed from ledger.reward_moves m where m.transaction_id = $1
     ) x
     join ledger.rewards r on r.transaction_id = x.reward_id
     join users u on u.id = r.customer_id
     order by r.earned_at, r.transaction_id limit 200`,
    [transactionId],
    'reward-reasons',
  )
}

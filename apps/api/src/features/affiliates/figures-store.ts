import type { AffiliateReason, AffiliateStanding } from '@shirogane/contract/terms/affiliate-words'
import { limits } from '@shirogane/contract/rules/limits'
import { wholeSetting } from '../../db/settings.ts'
import type { Db, Row } from '../../db/sql.ts'

const tokyoMonth = (moment: string) => `to_char(${moment} at time zone 'Asia/Tokyo', 'YYYY-MM')`

/**
 * What a person has bought since they were invited and not brought back in full, whether or not a reward came of it.
 */
const bought = `s.customer_id = a.user_id and s.kind = 'payment' and s.voided_by is null and s.refunded_total < s.spent_total
  and s.completed_at >= a.created_at`

/**
 * A verified person who has bought what can no longer be returned: a small sale and one for which the day had no room
 * (0189) are sales as well. While an invitation is looked at, only what was confirmed before counts (0238). `a` is the
 * invitation, `u` the person.
 */
const isValid = `(u.verified and (exists (
    select from ledger.rewards r where r.customer_id = a.user_id and r.confirmed_at is not null and r.reversed < r.amount)
  or a.standing = 'good' and exists (
    select from ledger.transactions s
    where ${bought}
      and s.completed_at < ((ledger.now() at time zone 'Asia/Tokyo')::date
        - ${wholeSetting('refund.window_days')})::timestamp at time zone 'Asia/Tokyo')))`

export type TotalsRow = Row & {
  affiliates: number
  verified_affiliates: number
  buyers: number
  valid_affiliates: number
  sales: number
  refunds: number
  rewards_pending: number
  rewards_confirmed: number
  rewards_held: number
  rewards_paid: number
  rewards_total: number
}

/** Everything that one inviter's invitations came to. Money is read from the rewards themselves, never counted twice. */
export async function findTotals(db: Db, affiliatorId: string): Promise<TotalsRow> {
  const row = await db.first<TotalsRow>(
    `with people as (
       select count(*)::int as affiliates, (count(*) filter (where u.verified))::int as verified_affiliates,
         (count(*) filter (where exists (select from ledger.transactions s where ${bought})))::int as buyers,
         (count(*) filter (where ${isValid}))::int as valid_affiliates
       from affiliates a join users u on u.id = a.user_id where a.affiliator_id = $1
     ), earned as (
       select coalesce(sum(r.pending), 0)::bigint as rewards_pending,
         coalesce(sum(r.unclaimed), 0)::bigint as rewards_confirmed,
         coalesce(sum(r.amount - r.reversed), 0)::bigint as rewards_total,
         coalesce(sum(r.claimed - r.returned), 0)::bigint as claimed
       from ledger.rewards r where r.affiliator_id = $1
     ), sold as (
       select coalesce(sum(t.spent_total), 0)::bigint as sales,
         coalesce(sum(case when t.voided_by is null then t.refunded_total else t.spent_total end), 0)::bigint as refunds
       from (select distinct sale_id from ledger.rewards where affiliator_id = $1) s
       join ledger.transactions t on t.id = s.sale_id
     )
     select p.affiliates, p.verified_affiliates, p.buyers, p.valid_affiliates, s.sales, s.refunds, e.rewards_pending,
       e.rewards_confirmed + coalesce(w.reward, 0) as rewards_confirmed, coalesce(w.payout_hold, 0)::bigint as rewards_held,
       e.claimed - coalesce(w.reward, 0) - coalesce(w.payout_hold, 0) as rewards_paid, e.rewards_total
     from people p, earned e, sold s, (select 1) one left join ledger.wallets w on w.user_id = $1`,
    [affiliatorId],
    'affiliator-totals',
  )
  return row!
}

export type MonthRow = Row & {
  month: string
  affiliates: number
  sales: number
  refunds: number
  rewards: number
}

/** So many months up to the one of a moment, also those in which nothing happened. */
export function listMonths(db: Db, affiliatorId: string, at: Date, count: number): Promise<MonthRow[]> {
  return db.rows<MonthRow>(
    `with months as (
       select to_char(m, 'YYYY-MM') as month,
         m at time zone 'Asia/Tokyo' as starts, (m + interval '1 month') at time zone 'Asia/Tokyo' as ends
       from generate_series(date_trunc('month', $2::timestamptz at time zone 'Asia/Tokyo') - make_interval(months => $3 - 1),
         date_trunc('month', $2::timestamptz at time zone 'Asia/Tokyo'), interval '1 month') m
     ), earned as (
       select sale_id, ${tokyoMonth('min(earned_at)')} as month, sum(amount - reversed)::bigint as rewards
       from ledger.rewards where affiliator_id = $1 and earned_at >= (select min(starts) from months) group by sale_id
     )
     select m.month,
       (select count(*)::int from affiliates a
         where a.affiliator_id = $1 and a.created_at >= m.starts and a.created_at < m.ends) as affiliates,
       coalesce(sum(t.spent_total), 0)::bigint as sales,
       coalesce(sum(case when t.voided_by is null then t.refunded_total else t.spent_total end), 0)::bigint as refunds,
       coalesce(sum(e.rewards), 0)::bigint as rewards
     from months m left join earned e on e.month = m.month left join ledger.transactions t on t.id = e.sale_id
     group by m.month, m.starts, m.ends order by m.month`,
    [affiliatorId, at, count],
    'affiliator-months',
  )
}

export async function countAffiliates(db: Db, affiliatorId: string, onlyValid: boolean): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from affiliates a join users u on u.id = a.user_id
       where a.affiliator_id = $1 and (not $2 or ${isValid})
       limit ${limits.listTotalCap + 1}) counted`,
    [affiliatorId, onlyValid],
    'affiliates-count',
  )
  return row?.count ?? 0
}

export type AffiliateRow = Row & {
  id: string
  user_id: string
  affiliator_id: string
  username: string
  avatar: string | null
  registered_on: string
  created_at: Date
  verified: boolean
  valid: boolean
  earned: number
}

const affiliateColumns = `a.id, a.user_id, a.affiliator_id, u.username, u.avatar, a.created_at,
  to_char(a.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as registered_on, u.verified,
  ${isValid} as valid,
  (select coalesce(sum(r.amount - r.reversed), 0)::bigint from ledger.rewards r where r.customer_id = a.user_id) as earned`

/** The newest first. */
export function listAffiliates(
  db: Db,
  affiliatorId: string,
  { onlyValid, offset, limit }: { onlyValid: boolean; offset: number; limit: number },
): Promise<AffiliateRow[]> {
  return db.rows<AffiliateRow>(
    `select ${affiliateColumns} from affiliates a join users u on u.id = a.user_id
     where a.affiliator_id = $1 and (not $2 or ${isValid})
     order by a.created_at desc, a.id desc offset $3 limit $4`,
    [affiliatorId, onlyValid, offset, limit],
    'affiliates',
  )
}

/** One invited person; to another inviter, they are not there. */
export function findAffiliate(db: Db, id: string, affiliatorId: string | null): Promise<AffiliateRow | null> {
  return db.first<AffiliateRow>(
    `select ${affiliateColumns} from affiliates a join users u on u.id = a.user_id
     where a.id = $1 and ($2::uuid is null or a.affiliator_id = $2)`,
    [id, affiliatorId],
    'affiliate',
  )
}

export type AffiliateMonthRow = Row & { month: string; purchases: number; rewards: number; pending: number }

/** The newest first: what they bought since they were invited, and what it brought. */
export function listAffiliateMonths(db: Db, userId: string): Promise<AffiliateMonthRow[]> {
  return db.rows<AffiliateMonthRow>(
    `select month, coalesce(sum(purchases), 0)::int as purchases, coalesce(sum(rewards), 0)::bigint as rewards,
       coalesce(sum(pending), 0)::bigint as pending
     from (
       select ${tokyoMonth('s.completed_at')} as month, count(*) as purchases, 0 as rewards, 0 as pending
       from affiliates a join ledger.transactions s on ${bought} where a.user_id = $1 group by 1
       union all
       select ${tokyoMonth('earned_at')}, 0, sum(amount - reversed), sum(pending)
       from ledger.rewards where customer_id = $1 group by 1
     ) m
     group by month order by month desc limit 24`,
    [userId],
    'affiliate-months',
  )
}

export type ListedRow = Row & {
  user_id: string
  username: string
  code: string
  agreed_at: Date
  stopped_at: Date | null
  left_at: Date | null
  affiliates: number
  valid_affiliates: number
  sales: number
  rewards_total: number
  held: number
}

type Filter = { q: string; state: 'all' | 'held' | 'stopped' }

const listedWhere = `($1 = '' or u.username like $1 || '%' or lower(f.code) like $1 || '%')
  and case $2 when 'stopped' then f.stopped_at is not null
    when 'held' then exists (select from affiliates a where a.affiliator_id = f.user_id and a.standing = 'held')
    else true end`
const likeOf = (q: string): string => q.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Affiliators with an invitation that staff have to look at come first, then the newest. */
export function listAffiliators(
  db: Db,
  { q, state }: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedRow[]> {
  return db.rows<ListedRow>(
    `with listed as (
       select f.user_id, u.username, f.code, f.agreed_at, f.stopped_at, f.left_at, f.created_at,
         (select count(*)::int from affiliates a where a.affiliator_id = f.user_id and a.standing = 'held') as held
       from affiliators f join users u on u.id = f.user_id
       where ${listedWhere}
       order by held desc, f.created_at desc, f.user_id offset $3 limit $4
     )
     select l.user_id, l.username, l.code, l.agreed_at, l.stopped_at, l.left_at, l.held,
       (select count(*)::int from affiliates a where a.affiliator_id = l.user_id) as affiliates,
       (select count(*)::int from affiliates a join users u on u.id = a.user_id
         where a.affiliator_id = l.user_id and ${isValid}) as valid_affiliates, coalesce(e.rewards, 0)::bigint as rewards_total,
       coalesce(s.sales, 0)::bigint as sales
     from listed l
     left join lateral (
       select sum(r.amount - r.reversed) as rewards from ledger.rewards r where r.affiliator_id = l.user_id) e on true
     left join lateral (
       select sum(t.spent_total) as sales
       from (select distinct sale_id from ledger.rewards where affiliator_id = l.user_id) d
       join ledger.transactions t on t.id = d.sale_id) s on true
     order by l.held desc, l.created_at desc, l.user_id`,
    [likeOf(q), state, offset, limit],
  )
}

export async function countAffiliators(db: Db, { q, state }: Filter): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from affiliators f join users u on u.id = f.user_id where ${listedWhere}
       limit ${limits.listTotalCap + 1}) counted`,
    [likeOf(q), state],
  )
  return row?.count ?? 0
}

export async function countHeld(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from affiliates where standing = 'held'`,
    [],
    'affiliates-held',
  )
  return row?.count ?? 0
}

export type SheetRow = Row & {
  user_id: string
  username: string
  code: string
  agreed_at: Date
  terms_version: string
  made_by: string | null
  stopped_at: Date | null
  left_at: Date | null
  stopped_by: string | null
  stop_reason: string | null
  own: boolean
}

export function findSheet(db: Db, userId: string, employeeId: string): Promise<SheetRow | null> {
  return db.first<SheetRow>(
    `select f.user_id, u.username, f.code, f.agreed_at, f.terms_version, m.name as made_by, f.stopped_at, f.left_at,
       s.name as stopped_by, f.stop_reason,
       ledger.is_own_account($2, f.user_id) as own
     from affiliators f join users u on u.id = f.user_id left join employees m on m.user_id = f.made_by
     left join employees s on s.user_id = f.stopped_by where f.user_id = $1`,
    [userId, employeeId],
    'affiliator-sheet',
  )
}

export type CheckedRow = Row & {
  id: string
  user_id: string
  username: string
  created_at: Date
  via: 'registration' | 'pay_code'
  verified: boolean
  valid: boolean
  purchases: number
  sales: number
  earned: number
  standing: AffiliateStanding
  flags: { reason: AffiliateReason; found_at: string; cleared_at: string | null }[]
  decisions: { decision: AffiliateStanding; note: string; by: string; at: string }[]
}

const instantOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Those that wait for a look first, then the newest. */
export function listChecked(db: Db, affiliatorId: string): Promise<CheckedRow[]> {
  return db.rows<CheckedRow>(
    `select a.id, a.user_id, u.username, a.created_at, a.via, u.verified, ${isValid} as valid, a.standing,
       coalesce(e.purchases, 0)::int as purchases, coalesce(e.sales, 0)::bigint as sales,
       coalesce(e.earned, 0)::bigint as earned,
       coalesce((select jsonb_agg(jsonb_build_object('reason', f.reason, 'found_at', ${instantOf('f.found_at')},
           'cleared_at', ${instantOf('f.cleared_at')}) order by f.found_at, f.reason)
         from affiliate_flags f where f.affiliate_id = a.id), '[]') as flags,
       coalesce((select jsonb_agg(jsonb_build_object('decision', d.decision, 'note', d.note, 'by', b.name,
           'at', ${instantOf('d.decided_at')}) order by d.decided_at desc)
         from affiliate_decisions d join employees b on b.user_id = d.decided_by where d.affiliate_id = a.id), '[]')
         as decisions
     from affiliates a join users u on u.id = a.user_id
     left join lateral (
       select count(*) as purchases, sum(t.spent_total) as sales, sum(s.earned) as earned
       from (select sale_id, sum(amount - reversed) as earned from ledger.rewards
         where customer_id = a.user_id group by sale_id) s
       join ledger.transactions t on t.id = s.sale_id) e on true
     where a.affiliator_id = $1 order by a.standing = 'held' desc, a.created_at desc, a.id desc limit 100`,
    [affiliatorId],
    'affiliates-checked',
  )
}

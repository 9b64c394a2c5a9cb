import type { Db, Row, Tx } from '../../db/sql.ts'

export type CampaignRow = Row & {
  id: string
  name: string
  description: string
  kind: 'rate_add' | 'multiplier' | 'fixed_point' | 'lottery'
  rate_bp: number | null
  factor_bp: number | null
  points: number | null
  stackable: boolean
  starts_at: Date
  ends_at: Date
  needs_entry: boolean
  payment_min: number
  store_ids: string[] | null
  level_indexes: number[] | null
  member_max: number | null
  budget: number | null
  points_days: number | null
  paused_at: Date | null
  created_at: Date
  created_by: string
}
const terms = `c.id, c.name, c.description, c.kind, c.rate_bp, c.factor_bp, c.points, c.stackable, c.starts_at, c.ends_at,
  c.needs_entry, c.payment_min, c.store_ids, c.level_indexes, c.member_max, c.budget, c.points_days, c.paused_at,
  c.created_at, c.created_by`

export type MemberCampaignRow = CampaignRow & {
  stores: string[] | null
  levels: string[] | null
  entered: boolean
  points_received: number
}

const selectForMember = `select ${terms},
    (select array_agg(s.name order by s.code) from stores s where s.id = any (c.store_ids)) as stores,
    (select array_agg(l.name order by l.level_index) from levels l where l.level_index = any (c.level_indexes)) as levels,
    exists (select from campaign_entries e where e.campaign_id = c.id and e.user_id = $1) as entered,
    (select coalesce(sum(q.points), 0)::bigint from ledger.point_reasons q
      where q.campaign_id = c.id and q.customer_id = $1) as points_received
  from campaigns c where c.ends_at > ledger.now() and c.paused_at is null and c.kind <> 'lottery'`

/** What runs or will run, the next to end first. */
export function listForMember(db: Db, userId: string): Promise<MemberCampaignRow[]> {
  return db.rows(`${selectForMember} order by c.ends_at, c.id limit 50`, [userId], 'campaigns-of-member')
}

export function findForMember(db: Db, userId: string, id: string): Promise<MemberCampaignRow | null> {
  return db.first(`${selectForMember} and c.id = $2`, [userId, id], 'campaign-of-member')
}

export async function recordEntry(db: Db, campaignId: string, userId: string): Promise<void> {
  await db.run(
    `insert into campaign_entries (campaign_id, user_id, entered_at) values ($1, $2, ledger.now())
     on conflict do nothing`,
    [campaignId, userId],
    'campaign-entry',
  )
}

const state = `case when c.ends_at <= ledger.now() then 'ended' when c.paused_at is not null then 'paused'
  when c.starts_at > ledger.now() then 'planned' else 'running' end`

export type AdminCampaignRow = CampaignRow & {
  state: 'planned' | 'running' | 'paused' | 'ended'
  given: number
  payments: number
  members: number
  entries: number
  top_rate_bp: number
}

const selectForOffice = `select ${terms}, ${state} as state,
    coalesce(g.given, 0)::bigint as given, coalesce(g.payments, 0)::bigint as payments,
    coalesce(g.members, 0)::bigint as members,
    (select count(*) from campaign_entries e where e.campaign_id = c.id) as entries,
    (select max(l.rate_bp) from levels l
      where c.level_indexes is null or l.level_index = any (c.level_indexes)) as top_rate_bp
  from campaigns c
  left join lateral (
    select sum(q.points) as given, count(*) filter (where q.points > 0) as payments,
      count(distinct q.customer_id) as members
    from ledger.point_reasons q where q.campaign_id = c.id
  ) g on true`

export function listCampaigns(
  db: Db,
  asked: string,
  skip: number,
  count: number,
): Promise<AdminCampaignRow[]> {
  return db.rows(
    `${selectForOffice} where $1 in ('all', ${state}) order by c.starts_at desc, c.id desc offset $2 limit $3`,
    [asked, skip, count],
    'campaigns',
  )
}

export async function countCampaigns(db: Db, asked: string): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from campaigns c where $1 in ('all', ${state})`,
    [asked],
    'count-campaigns',
  )
  return row!.n
}

export function findCampaign(db: Db, id: string): Promise<AdminCampaignRow | null> {
  return db.first(`${selectForOffice} where c.id = $1`, [id], 'campaign')
}

export function findCampaignForUpdate(tx: Tx, id: string): Promise<CampaignRow | null> {
  return tx.first(`select ${terms} from campaigns c where c.id = $1 for no key update`, [id])
}

/** Answers false where this id is a campaign already. */
export async function recordCampaign(tx: Tx, row: CampaignRow): Promise<boolean> {
  const done = await tx.run(
    `insert into campaigns (id, name, description, kind, rate_bp, factor_bp, points, stackable, starts_at, ends_at,
       needs_entry, payment_min, store_ids, level_indexes, member_max, budget, points_days, paused_at, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict (id) do nothing`,
    [...valuesOf(row), row.created_at, row.created_by],
  )
  return done === 1
}

export async function changeCampaign(tx: Tx, row: CampaignRow): Promise<void> {
  await tx.run(
    `update campaigns set name = $2, description = $3, kind = $4, rate_bp = $5, factor_bp = $6, points = $7,
       stackable = $8, starts_at = $9, ends_at = $10, needs_entry = $11, payment_min = $12, store_ids = $13,
       level_indexes = $14, member_max = $15, budget = $16, points_days = $17, paused_at = $18
     where id = $1`,
    valuesOf(row),
  )
}

function valuesOf(row: CampaignRow): unknown[] {
  return [
    row.id,
    row.name,
    row.description,
    row.kind,
    row.rate_bp,
    row.factor_bp,
    row.points,
    row.stackable,
    row.starts_at,
    row.ends_at,
    row.needs_entry,
    row.payment_min,
    row.store_ids,
    row.level_indexes,
    row.member_max,
    row.budget,
    row.points_days,
    row.paused_at,
  ]
}

/** Are all of these stores and ranks there? */
export async function knowsPlaces(
  db: Db,
  storeIds: readonly string[],
  levelIndexes: readonly number[],
): Promise<boolean> {
  const row = await db.first<{ known: boolean }>(
    `select (select count(*) from stores where id = any ($1)) = (select count(distinct x) from unnest($1::uuid[]) x)
       and (select count(*) from levels where level_index = any ($2)) = (select count(distinct x) from unnest($2::int[]) x)
       as known`,
    [storeIds, levelIndexes],
  )
  return row!.known
}

export function listStores(db: Db): Promise<{ id: string; name: string }[]> {
  return db.rows('select id, name from stores where closed_at is null order by code', [], 'campaign-stores')
}

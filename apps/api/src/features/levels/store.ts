import type { Db, Row, Tx } from '../../db/sql.ts'

export type LevelRow = Row & {
  id: string
  name: string
  quota: number
  rate_bp: number
  benefits: string[]
}

/** The level above the one with this id; null at the top, and for an id that is no level's. */
export function findNextLevel(db: Db, levelId: string): Promise<LevelRow | null> {
  return db.first<LevelRow>(
    `select n.id, n.name, n.quota, n.rate_bp, n.benefits
     from levels l join levels n on n.level_index = l.level_index + 1
     where l.id = $1`,
    [levelId],
    'next-level',
  )
}

export type RankRow = LevelRow & { level_index: number; birthday_points: number }

const ranks = `select id, level_index, name, quota, rate_bp, birthday_points, benefits from levels`

export function listRanks(db: Db): Promise<RankRow[]> {
  return db.rows(`${ranks} order by level_index`, [], 'ranks')
}

export function findRankForUpdate(tx: Tx, id: string): Promise<RankRow | null> {
  return tx.first(`${ranks} where id = $1 for no key update`, [id])
}

export async function changeRank(tx: Tx, row: RankRow): Promise<void> {
  await tx.run(
    `update levels set name = $2, quota = $3, rate_bp = $4, birthday_points = $5, benefits = $6 where id = $1`,
    [row.id, row.name, row.quota, row.rate_bp, row.birthday_points, row.benefits],
  )
}

export function countMembers(db: Db): Promise<(Row & { level_index: number; members: number })[]> {
  return db.rows(
    `select ledger.level_held(w.level_index, w.level_given, w.level_given_until) as level_index, count(*) as members
     from ledger.wallets w group by 1`,
    [],
    'members-of-ranks',
  )
}

export type ChangeRow = Row & {
  at: Date
  reason: 'payment' | 'year' | 'refund' | 'given' | 'ended'
  level_before: number
  level_after: number
  name_before: string
  name_after: string
}

/** What payments lifted, the nights judged and head office gave, newest first, with the names of the ranks at that time. */
export function listLevelChanges(db: Db, userId: string): Promise<ChangeRow[]> {
  const nameAt = (index: string) => `(select v.name from level_versions v
    where v.level_index = ${index} and v.valid_from <= c.at order by v.valid_from desc limit 1)`
  return db.rows(
    `select c.*, ${nameAt('c.level_before')} as name_before, ${nameAt('c.level_after')} as name_after
     from (
       select t.completed_at as at, 'payment' as reason, t.level_before, t.level_after
       from ledger.transactions t where t.customer_id = $1 and t.level_after > t.level_before
       union all
       select l.at, l.reason, l.level_before, l.level_after from ledger.level_changes l where l.user_id = $1
     ) c order by c.at desc limit 20`,
    [userId],
    'level-history',
  )
}

export type UntoldChange = Row & {
  id: string
  user_id: string
  reason: 'year' | 'refund'
  year: number
  name_before: string
  name_after: string
}

/** Changes that their members have not been told of; with this commit they are. */
export function takeUntold(tx: Tx, count: number): Promise<UntoldChange[]> {
  return tx.rows(
    `select c.id, c.user_id, c.reason, c.year, b.name as name_before, a.name as name_after
     from ledger.take_level_changes($1) c
     join levels b on b.level_index = c.level_before join levels a on a.level_index = c.level_after`,
    [count],
  )
}

export type GivenChange = Row & {
  id: string
  user_id: string
  reason: 'given' | 'ended'
  name_before: string
  name_after: string
  /** The last day of what was given; null where it is over. */
  until: string | null
  has_left: boolean
}

/** What came of ranks that head office gave, and their members have not been told; with this commit they are. */
export function takeUntoldGiven(tx: Tx, count: number): Promise<GivenChange[]> {
  return tx.rows(
    `select c.id, c.user_id, c.reason, b.name as name_before, a.name as name_after, g.until,
       u.closed_at is not null as has_left
     from ledger.take_given_changes($1) c join users u on u.id = c.user_id
     join levels b on b.level_index = c.level_before join levels a on a.level_index = c.level_after
     left join ledger.given_levels g on g.user_id = c.user_id and g.ended_at is null and g.level_index = c.level_after
       and c.reason = 'given'`,
    [count],
  )
}

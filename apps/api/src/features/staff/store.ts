import { limits } from '@shirogane/contract/rules/limits'
import type { VouchFacts } from '@shirogane/domain/access/vouch-for'
import type { EmployeeType } from '../../context.ts'
import type { Db, Row } from '../../db/sql.ts'

export type StaffRow = Row & {
  id: string
  number: string
  name: string
  type: EmployeeType
  store_id: string | null
  store_name: string | null
  active: boolean
  has_pin: boolean
  last_used_at: Date | null
  invited_until: Date | null
  /** Who let them in, while no other person has vouched. */
  let_in: { by: string[]; at: string; facts: VouchFacts } | null
  own_customer_id: string | null
  own_username: string | null
  own_name: string | null
}

export type StaffFilter = {
  /** Null for everybody. */
  store_id: string | null
  q: string
  state: 'active' | 'stopped' | 'all'
}

const matching = `($1::uuid is null or e.store_id = $1) and ($2 = 'all' or e.active = ($2 = 'active'))
  and ($3 = '' or e.name ilike '%' || $3 || '%' or replace(e.name, ' ', '') ilike '%' || $3 || '%' or e.number ilike $3 || '%')`

const valuesOf = ({ store_id, state, q }: StaffFilter) => [store_id, state, q.replace(/[\\%_]/g, '\\$&')]

const columns = `e.user_id as id, e.number, e.name, e.type, e.store_id, s.name as store_name, e.active,
  e.pin_hash is not null as has_pin, e.own_customer_id, o.username as own_username,
  nullif(concat_ws(' ', o.last_name, o.first_name), '') as own_name,
  (select max(n.last_used_at) from sessions n where n.user_id = e.user_id) as last_used_at`
const sources = `employees e left join stores s on s.id = e.store_id left join users o on o.id = e.own_customer_id`
const invitedUntil = (at: string) =>
  `(select i.expires_at from staff_invitations i where i.user_id = e.user_id and i.used_at is null and i.expires_at > ${at}) as invited_until`

const letIn = (reader: string) => `case when e.let_in_at is not null then jsonb_build_object(
  'by', (select jsonb_agg(g.name order by g.number) from employees g where g.user_id in (e.way_in_by, e.role_by)),
  'at', e.let_in_at, 'facts', ledger.vouch_facts(${reader}, e.user_id)) end as let_in`

export function findStaff(db: Db, id: string, readerId: string, at: Date): Promise<StaffRow | null> {
  return db.first<StaffRow>(
    `select ${columns}, ${letIn('$3')}, ${invitedUntil('$2')} from ${sources}
     where e.user_id = $1`,
    [id, at, readerId],
    'one-of-staff',
  )
}

/** By number: that is the order in which a shop knows its people. */
export function listStaff(
  db: Db,
  filter: StaffFilter,
  { readerId, at, offset, limit }: { readerId: string; at: Date; offset: number; limit: number },
): Promise<StaffRow[]> {
  return db.rows<StaffRow>(
    `select ${columns}, ${letIn('$7')}, ${invitedUntil('$6')}
     from ${sources}
     where ${matching} order by e.number offset $4 limit $5`,
    [...valuesOf(filter), offset, limit, at, readerId],
    'staff',
  )
}

export async function countStaff(db: Db, filter: StaffFilter): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from employees e where ${matching} limit ${limits.listTotalCap + 1}) counted`,
    valuesOf(filter),
    'staff-count',
  )
  return row?.count ?? 0
}

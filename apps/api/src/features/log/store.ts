import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row } from '../../db/sql.ts'

export type NewAct = {
  id: string
  at: Date
  actor_id: string
  action: string
  store_id: string | null
  subject_id: string | null
  object: string
  request_id: string
  before: object | null
  after: object | null
  note: string
}

export async function insertAct(db: Db, act: NewAct): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, store_id, subject_id, object, request_id, before, after, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      act.id,
      act.at,
      act.actor_id,
      act.action,
      act.store_id,
      act.subject_id,
      act.object,
      act.request_id,
      act.before && JSON.stringify(act.before),
      act.after && JSON.stringify(act.after),
      act.note,
    ],
    'record-act',
  )
}

/** An act names the store that it belongs to, so that one has to be there. */
export async function isStore(db: Db, id: string): Promise<boolean> {
  return (await db.first(`select 1 as found from stores where id = $1`, [id])) !== null
}

export type ActRow = Row & {
  id: string
  at: Date
  actor_id: string
  actor_number: string | null
  actor_name: string
  action: string
  object: string
  store_name: string | null
  subject: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  note: string
  request_id: string
}

export type ActFilter = {
  store_id?: string | undefined
  employee_id?: string | undefined
  group?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** Only the conditions that are asked for, so that each mixture of them finds its own index. */
function conditionsOf(filter: ActFilter): { where: string; values: unknown[]; name: string } {
  const values: unknown[] = []
  const used: string[] = []
  const parts: string[] = []
  const add = (key: keyof ActFilter, condition: (place: string) => string): void => {
    const value = filter[key]
    if (value === undefined) return
    values.push(value)
    used.push(key)
    parts.push(condition(`$${values.length}`))
  }
  add('store_id', (place) => `a.store_id = ${place}`)
  add('employee_id', (place) => `a.actor_id = ${place}`)
  add('group', (place) => `split_part(a.action, '.', 1) = ${place}`)
  add('from', (place) => `a.at >= ${place}::date::timestamp at time zone 'Asia/Tokyo'`)
  add('until', (place) => `a.at < (${place}::date + 1)::timestamp at time zone 'Asia/Tokyo'`)
  return { where: parts.length > 0 ? `where ${parts.join(' and ')}` : '', values, name: used.join('-') }
}

/** Newest first. Of customers the log names the user name alone. */
export function listActs(db: Db, filter: ActFilter, offset: number, limit: number): Promise<ActRow[]> {
  const { where, values, name } = conditionsOf(filter)
  return db.rows<ActRow>(
    `select a.id, a.at, a.actor_id, e.number as actor_number, coalesce(e.name, u.username) as actor_name, a.action,
       a.object, s.name as store_name,
       coalesce(o.name || '（' || o.number || '）', '@' || c.username) as subject, a.before, a.after, a.note, a.request_id
     from (
       select * from audit_log a ${where} order by a.at desc, a.id desc
       offset $${values.length + 1} limit $${values.length + 2}
     ) a
     join users u on u.id = a.actor_id
     left join employees e on e.user_id = a.actor_id
     left join stores s on s.id = a.store_id
     left join users c on c.id = a.subject_id
     left join employees o on o.user_id = case when a.object ~ '^staff:[0-9a-f-]{36}$' then substr(a.object, 7)::uuid end
     order by a.at desc, a.id desc`,
    [...values, offset, limit],
    `acts-${name}`,
  )
}

export async function countActs(db: Db, filter: ActFilter): Promise<number> {
  const { where, values, name } = conditionsOf(filter)
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from audit_log a ${where} limit ${limits.listTotalCap + 1}) counted`,
    values,
    `acts-count-${name}`,
  )
  return row?.count ?? 0
}

import type { ViewPurpose } from '@shirogane/contract/resources/brand/office'
import { limits } from '@shirogane/contract/rules/limits'
import type { TransactionRow } from '@shirogane/ledger'
import type { Db, Row, Tx } from '../../db/sql.ts'
import type { Wanted } from './rules.ts'

export type MemberRow = Row & {
  id: string
  username: string
  name: string | null
  name_kana: string | null
  phone_number: string | null
  level_name: string
  verified: boolean
  kyc_status: 'none' | 'required' | 'pending' | 'approved' | 'rejected' | 'expired' | 'blocked'
  suspended_at: Date | null
  created_at: Date
}

export type Filter = {
  wanted: Wanted | null
  stopped: boolean
  /** Only members who have paid at this store; null for all. */
  store_id: string | null
}

/** Whether so few are asked for that each of them is tried, instead of walking along the members of the store. */
const isNarrow = ({ wanted, stopped }: Pick<Filter, 'wanted' | 'stopped'>): boolean =>
  wanted !== null || stopped

/**
 * Where the members come from: all of them, or from the newest on those who have paid at the store. Of a large brand a
 * small shop knows a few; tried one by one, the members of all the others would be read before its own.
 */
function sourceOf(filter: Filter, values: unknown[]): { before: string; from: string } {
  if (filter.store_id === null || isNarrow(filter)) return { before: '', from: 'users u' }
  const store = `$${values.push(filter.store_id)}`
  const most = `$${values.push(limits.listTotalCap + 1)}`
  const next = (below: string) =>
    `select t.customer_id from ledger.transactions t
     where t.store_id = ${store}::uuid and t.kind = 'payment' and t.customer_id is not null${below}
       and (select v.closed_at is null from users v where v.id = t.customer_id)
     order by t.customer_id desc limit 1`
  return {
    before: `with recursive own (id, nth) as (
       select (${next('')}), 1
       union all
       select (${next(' and t.customer_id < own.id')}), own.nth + 1
       from own where own.id is not null and own.nth < ${most}::int
     ) `,
    from: 'own join users u on u.id = own.id',
  }
}

function whereOf({ wanted, stopped, store_id }: Filter): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value)}`
  const start = (text: string): string => add(`${text.replace(/[\\%_]/g, '\\$&')}%`)
  const parts = [`u.type = 'customer'`, 'u.closed_at is null']
  if (wanted) {
    const ways = [
      ...(wanted.name ? [`(f.search_name <> '' and f.search_name like ${start(wanted.name)})`] : []),
      ...(wanted.kana ? [`(f.last_name_kana || f.first_name_kana) like ${start(wanted.kana)}`] : []),
      `f.username like ${start(wanted.username)}`,
      ...(wanted.phone === null ? [] : [`f.phone_number = ${add(wanted.phone)}`]),
      ...(wanted.phone_end === null
        ? []
        : [`(f.phone_number is not null and right(f.phone_number, 4) = ${add(wanted.phone_end)})`]),
    ]
    // By themselves, each way by its own index: beside the order of the list, the newest members would be tried one by one.
    parts.push(
      `u.id = any (array(select f.id from users f where f.type = 'customer' and (${ways.join(' or ')})))`,
    )
  }
  if (stopped) parts.push('u.suspended_at is not null')
  // Member by member, each by one look at the index: joined as a whole, all sales of the store would be read for one page.
  if (store_id !== null && isNarrow({ wanted, stopped }))
    parts.push(
      `(select true from ledger.transactions t
         where t.customer_id = u.id and t.store_id = ${add(store_id)} and t.kind = 'payment' limit 1)`,
    )
  return { text: parts.join(' and '), values }
}

/** The newest first; ids are in the order of time. */
export function listMembers(db: Db, filter: Filter, offset: number, limit: number): Promise<MemberRow[]> {
  const { text, values } = whereOf(filter)
  const { before, from } = sourceOf(filter, values)
  return db.rows<MemberRow>(
    `${before}select u.id, u.username, nullif(concat_ws(' ', u.last_name, u.first_name), '') as name,
       nullif(concat_ws(' ', u.last_name_kana, u.first_name_kana), '') as name_kana, u.phone_number,
       coalesce(l.name, '') as level_name, u.verified, u.kyc_status, u.suspended_at, u.created_at
     from ${from} left join ledger.wallets w on w.user_id = u.id 
       left join levels l on l.level_index = ledger.level_held(w.level_index, w.level_given, w.level_given_until)
     where ${text} order by u.id desc offset $${values.length + 1} limit $${values.length + 2}`,
    [...values, offset, limit],
  )
}

export async function countMembers(db: Db, filter: Filter): Promise<number> {
  const { text, values } = whereOf(filter)
  const { before, from } = sourceOf(filter, values)
  const row = await db.first<Row & { count: number }>(
    `${before}select count(*)::int as count from (
       select 1 from ${from} where ${text} limit ${limits.listTotalCap + 1}) counted`,
    values,
  )
  return row?.count ?? 0
}

export type SheetRow = Row & {
  id: string
  own: boolean
  suspended_at: Date | null
  closed_at: Date | null
  created_at: Date
  invited_by: string | null
  invited: number
  /** By purchases alone; nothing where there is no wallet. */
  bought_rank: { level_index: number; name: string } | null
}

export function findSheet(db: Db, id: string, employeeId: string): Promise<SheetRow | null> {
  return db.first<SheetRow>(
    `select u.id, u.suspended_at, u.closed_at, u.created_at,
       ledger.is_own_account($2, u.id) as own,
       (select o.username from affiliates a join users o on o.id = a.affiliator_id where a.user_id = u.id) as invited_by,
       (select count(*)::int from affiliates a where a.affiliator_id = u.id) as invited,
       (select jsonb_build_object('level_index', l.level_index, 'name', l.name)
         from ledger.wallets w join levels l on l.level_index = w.level_index where w.user_id = u.id) as bought_rank
     from users u where u.id = $1 and u.type = 'customer'`,
    [id, employeeId],
    'member-sheet',
  )
}

export type StopRow = Row & {
  stopped_at: Date
  stopped_by: string
  reason: string
  allowed_at: Date | null
  allowed_by: string | null
  allow_reason: string | null
}

export function listStops(db: Db, userId: string): Promise<StopRow[]> {
  return db.rows<StopRow>(
    `select s.stopped_at, b.name as stopped_by, s.reason, s.allowed_at, a.name as allowed_by, s.allow_reason
     from member_stops s join employees b on b.user_id = s.stopped_by left join employees a on a.user_id = s.allowed_by
     where s.user_id = $1 order by s.stopped_at desc limit 20`,
    [userId],
    'member-stops',
  )
}

export type NoteRow = Row & { id: string; text: string; at_till: boolean; by: string; at: Date }

export function listNotes(db: Db, userId: string): Promise<NoteRow[]> {
  return db.rows<NoteRow>(
    `select n.id, n.text, n.at_till, e.name as by, n.created_at as at from member_notes n
     join employees e on e.user_id = n.author_id
     where n.user_id = $1 and n.removed_at is null order by n.created_at desc, n.id desc limit 50`,
    [userId],
    'member-notes',
  )
}

export function listNewest(db: Db, userId: string): Promise<TransactionRow[]> {
  return db.rows<TransactionRow>(
    `select * from ledger.transactions where customer_id = $1 order by completed_at desc, id desc limit 10`,
    [userId],
    'member-transactions',
  )
}

export type ViewRow = Row & { at: Date; by: string; purpose: ViewPurpose }

export function listViews(db: Db, userId: string): Promise<ViewRow[]> {
  return db.rows<ViewRow>(
    `select a.at, e.name as by, substr(a.object, 9) as purpose from audit_log a
     join employees e on e.user_id = a.actor_id
     where a.subject_id = $1 and a.action = 'member.show' order by a.at desc, a.id desc limit 20`,
    [userId],
    'member-views',
  )
}

/** What was done to a member or seen of them. `object` says to what end. */
export async function recordAct(
  db: Db,
  act: {
    id: string
    at: Date
    actor_id: string
    action: 'member.show' | 'member.stop' | 'member.allow' | 'member.note' | 'member.unnote'
    subject_id: string
    object: string
    request_id: string
    after: object | null
  },
): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, subject_id, object, request_id, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      act.id,
      act.at,
      act.actor_id,
      act.action,
      act.subject_id,
      act.object,
      act.request_id,
      act.after && JSON.stringify(act.after),
    ],
    'record-member-act',
  )
}

/** Stops the account, and all codes that are live; false where it was stopped already. */
export async function stopMember(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const touched = await tx.run(
    `update users set suspended_at = $2 where id = $1 and type = 'customer' and suspended_at is null`,
    [userId, at],
    'stop-member',
  )
  return touched === 1
}

export async function recordStop(
  tx: Tx,
  stop: { id: string; user_id: string; at: Date; employee_id: string; reason: string },
): Promise<void> {
  await tx.run(
    `insert into member_stops (id, user_id, stopped_at, stopped_by, reason) values ($1, $2, $3, $4, $5)`,
    [stop.id, stop.user_id, stop.at, stop.employee_id, stop.reason],
    'record-stop',
  )
}

/** A person who has left for good stays stopped. */
export async function allowMember(
  tx: Tx,
  allow: { user_id: string; at: Date; employee_id: string; reason: string },
): Promise<boolean> {
  const touched = await tx.run(
    `update users set suspended_at = null
     where id = $1 and type = 'customer' and suspended_at is not null and closed_at is null`,
    [allow.user_id],
    'allow-member',
  )
  if (touched === 0) return false
  await tx.run(
    `update member_stops set allowed_at = $2, allowed_by = $3, allow_reason = $4
     where user_id = $1 and allowed_at is null`,
    [allow.user_id, allow.at, allow.employee_id, allow.reason],
    'end-stop',
  )
  return true
}

export async function recordNote(
  tx: Tx,
  note: { id: string; user_id: string; author_id: string; text: string; at_till: boolean; at: Date },
): Promise<void> {
  await tx.run(
    `insert into member_notes (id, user_id, author_id, text, at_till, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [note.id, note.user_id, note.author_id, note.text, note.at_till, note.at],
    'record-note',
  )
}

export async function dropNote(
  tx: Tx,
  note: { id: string; user_id: string; employee_id: string; at: Date },
): Promise<boolean> {
  const touched = await tx.run(
    `update member_notes set removed_at = $3, removed_by = $4
     where id = $1 and user_id = $2 and removed_at is null`,
    [note.id, note.user_id, note.at, note.employee_id],
    'drop-note',
  )
  return touched === 1
}

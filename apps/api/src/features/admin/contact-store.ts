import type { ContactKind } from '@shirogane/contract/inputs/person'
import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type ContactRow = Row & {
  id: string
  number: string
  status: 'open' | 'done'
  kind: ContactKind
  name: string
  email: string | null
  message: string
  user_id: string | null
  username: string | null
  transaction_id: string | null
  transaction_number: string | null
  note: string
  created_at: Date
}

type Filter = { status: 'open' | 'done' | 'all'; search: string }

const matching = `($1 = 'all' or c.status = $1) and ($2 = '' or c.search_text like '%' || $2 || '%' or lower(c.number) = $2)`
const columns = `c.id, c.number, c.status, c.kind, c.name, c.email, c.message, c.user_id, u.username, c.transaction_id,
  c.transaction_number, c.note, c.created_at`

export function listContacts(
  db: Db,
  { status, search }: Filter,
  offset: number,
  limit: number,
): Promise<ContactRow[]> {
  return db.rows<ContactRow>(
    `select ${columns} from contacts c left join users u on u.id = c.user_id
     where ${matching} order by c.created_at desc, c.id desc offset $3 limit $4`,
    [status, search.replace(/[\\%_]/g, '\\$&'), offset, limit],
    'contacts',
  )
}

export async function countContacts(db: Db, { status, search }: Filter): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    `select count(*)::int as count from (
       select 1 from contacts c where ${matching} limit ${limits.listTotalCap + 1}) counted`,
    [status, search.replace(/[\\%_]/g, '\\$&')],
    'contacts-count',
  )
  return row?.count ?? 0
}

export function findContact(db: Db, id: string): Promise<ContactRow | null> {
  return db.first<ContactRow>(
    `select ${columns} from contacts c left join users u on u.id = c.user_id where c.id = $1`,
    [id],
    'contact',
  )
}

export type ActRow = Row & {
  act: 'done' | 'reopened' | 'noted'
  employee_name: string
  note: string | null
  at: Date
}

export function listContactActs(db: Db, id: string): Promise<ActRow[]> {
  return db.rows<ActRow>(
    `select a.act, e.name as employee_name, a.note, a.at from contact_acts a join employees e on e.user_id = a.employee_id
     where a.contact_id = $1 and a.act <> 'seen' order by a.id`,
    [id],
    'contact-acts',
  )
}

export async function recordContactAct(
  db: Db,
  act: {
    contact_id: string
    employee_id: string
    act: 'seen' | 'done' | 'reopened' | 'noted'
    note: string | null
  },
): Promise<void> {
  await db.run(
    `insert into contact_acts (contact_id, employee_id, act, note) values ($1, $2, $3, $4)`,
    [act.contact_id, act.employee_id, act.act, act.note],
    'contact-act',
  )
}

/** Answers false where a colleague has just done the same. */
export async function markContact(
  tx: Tx,
  id: string,
  status: 'open' | 'done',
  employeeId: string,
): Promise<boolean> {
  const touched = await tx.run(
    `update contacts set status = $2, handled_by = case when $2 = 'done' then $3::uuid end,
       handled_at = case when $2 = 'done' then ledger.now() end
     where id = $1 and status <> $2`,
    [id, status, employeeId],
    'mark-contact',
  )
  return touched === 1
}

export async function noteOnContact(tx: Tx, id: string, note: string): Promise<void> {
  await tx.run(`update contacts set note = $2 where id = $1`, [id, note], 'note-on-contact')
}

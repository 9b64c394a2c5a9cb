import type { EmployeeType } from '../../context.ts'
import type { Db, Row, Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import type { AccountName } from './rules.ts'

export type KeptEmployee = Row & {
  user_id: string
  number: string
  name: string
  type: EmployeeType
  store_id: string | null
  active: boolean
  own_customer_id: string | null
}

/** Held until the commit, so that two changes of one person follow each other. */
export function findEmployeeForUpdate(tx: Tx, id: string): Promise<KeptEmployee | null> {
  return tx.first<KeptEmployee>(
    `select user_id, number, name, type, store_id, active, own_customer_id from employees
     where user_id = $1 for no key update`,
    [id],
  )
}

/** A shop in which staff can work. */
export async function isOpenStore(db: Db, id: string): Promise<boolean> {
  return (await db.first(`select 1 as found from stores where id = $1 and closed_at is null`, [id])) !== null
}

/**
 * The account of a member: one that was closed, or whose phone is not proved, pays nothing and belongs to no person.
 */
export async function findCustomerId(db: Db, name: AccountName): Promise<string | null> {
  const row = await db.first<{ id: string }>(
    `select id from users where type = 'customer' and verified and closed_at is null
       and (username = $1 or (phone_number = $2 and phone_verified) or (email = $3 and email_verified))`,
    [name.username, name.phone_number, name.email],
  )
  return row?.id ?? null
}

/** Adds an employee under the next free number. Two who are added at once get two numbers. */
export async function insertEmployee(
  tx: Tx,
  person: {
    id: string
    name: string
    type: EmployeeType
    store_id: string | null
    password_hash: string
    /** Null for the first owner. */
    by: string | null
    at: Date
  },
): Promise<string> {
  await tx.run(`select pg_advisory_xact_lock(hashtext('employee numbers'))`)
  const next = await tx.first<{ number: string }>(
    `select number from (
       select n, 'E' || lpad(n::text, 4, '0') as number,
         n > coalesce((select max(substr(number, 2)::int) from employees), 0) as is_next
       from generate_series(1, 9999) n) series
     where not exists (select from employees e where e.number = series.number)
       -- A member who was given such a name before it was kept for staff stays the only one with it.
       and not exists (select from users u where u.username = lower(series.number))
       and not exists (select from former_usernames f where f.username = lower(series.number))
     order by is_next desc, n limit 1`,
  )
  if (!next) throw new Problem('STAFF_NUMBERS_SPENT')
  const { number } = next
  await tx.run(
    `insert into users (id, username, password_hash, type, verified) values ($1, lower($2), $3, 'employee', true)`,
    [person.id, number, person.password_hash],
  )
  await tx.run(
    `insert into employees (user_id, number, type, name, store_id, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [person.id, number, person.type, person.name, person.store_id, person.by, person.at],
  )
  return number
}

export async function updateEmployee(
  tx: Tx,
  person: Omit<KeptEmployee, 'number'>,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.run(
    `update employees set name = $2, type = $3, store_id = $4, active = $5, own_customer_id = $6,
       changed_by = $7, changed_at = $8
     where user_id = $1`,
    [
      person.user_id,
      person.name,
      person.type,
      person.store_id,
      person.active,
      person.own_customer_id,
      by,
      at,
    ],
  )
}

/** What a person asked for before they left or were moved is withdrawn. */
export async function endWhatWaits(tx: Tx, userId: string): Promise<void> {
  await tx.run(`update approvals set status = 'cancelled' where requested_by = $1 and status = 'waiting'`, [
    userId,
  ])
  await tx.run(`delete from staff_invitations where user_id = $1 and used_at is null`, [userId])
}

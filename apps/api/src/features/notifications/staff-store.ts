import type { EmployeeType } from '@shirogane/contract/endpoint'
import type { Db, Row } from '../../db/sql.ts'

export type Whom = {
  types?: readonly Extract<EmployeeType, 'owner' | 'accounting'>[]
  /** Whose act it is that the others hear of. */
  except?: string | null
}

/** Whoever answers for the house; the address is null until it is confirmed. */
export function listHeadOffice(
  db: Db,
  { types = ['owner', 'accounting'], except = null }: Whom,
): Promise<(Row & { user_id: string; email: string | null })[]> {
  return db.rows(
    `select e.user_id, case when u.email_verified then u.email end as email
     from employees e join users u on u.id = e.user_id
     where e.type = any ($1) and e.active and u.suspended_at is null
       and e.user_id is distinct from $2 order by e.number`,
    [types, except],
    'head-office',
  )
}

/** The managers of every store, and head office, which has none. */
export function listManagers(db: Db): Promise<(Row & { user_id: string; store_id: string | null })[]> {
  return db.rows(
    `select e.user_id, e.store_id from employees e join users u on u.id = e.user_id
     where e.type in ('manager', 'owner') and e.active and u.suspended_at is null`,
    [],
    'managers',
  )
}

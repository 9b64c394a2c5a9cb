import { type Right, rolesOf } from '@shirogane/contract/wire/rights'
import type { Db, Row } from '../../db/sql.ts'

export type Whom = {
  /** What these people must be allowed to do. */
  right?: Right
  /** Whose act waits for a second person: those alone who count as one beside them. */
  besides?: string | null
}

/** The people who answer for the brand; the address is null until it is confirmed. */
export function listHeadOffice(
  db: Db,
  { right = 'shops.read', besides = null }: Whom,
): Promise<(Row & { user_id: string; email: string | null })[]> {
  return db.rows(
    `select e.user_id, case when u.email_verified then u.email end as email
     from employees e join users u on u.id = e.user_id
     where e.type = any ($1) and e.active and u.suspended_at is null
       and ($2::uuid is null or ledger.independent(e.user_id, $2)) order by e.number`,
    [rolesOf(right), besides],
    'head-office',
  )
}

/** The managers of every store, and head office, which has none. */
export function listManagers(db: Db): Promise<(Row & { user_id: string; store_id: string | null })[]> {
  return db.rows(
    `select e.user_id, e.store_id from employees e join users u on u.id = e.user_id
     where e.type = any ($1) and e.active and u.suspended_at is null`,
    [rolesOf('approve.floor')],
    'managers',
  )
}

import type { Db, Tx } from '../../db/sql.ts'

export type Finding = { rule: string; subject: string; expected: string; found: string }

/**
 * Recomputes all books; null where another process is at it. It reads every entry there is, which on old books takes longer
 * than any other statement may, and ends when whoever asked is gone: it would keep a new version from its tables.
 */
export async function auditBooks(tx: Tx): Promise<Finding[] | null> {
  const row = await tx.first<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('books')) as mine,
       set_config('statement_timeout', '2h', true), set_config('client_connection_check_interval', '5s', true)`,
  )
  return row!.mine ? tx.rows<Finding>('select rule, subject, expected, found from ledger.audit()') : null
}

/** Whoever answers for the books. */
export function listKeepers(db: Db): Promise<{ user_id: string; email: string | null }[]> {
  return db.rows(
    `select e.user_id, case when u.email_verified then u.email end as email
     from employees e join users u on u.id = e.user_id
     where e.type in ('owner', 'accounting') and e.active and u.suspended_at is null order by e.number`,
    [],
    'books-keepers',
  )
}

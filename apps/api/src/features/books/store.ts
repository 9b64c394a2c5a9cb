import type { Db, Tx } from '../../db/sql.ts'

export type Finding = { rule: string; subject: string; expected: string; found: string }

/** Recomputes all books. It reads every entry there is, which on old books takes longer than any other statement may. */
export async function auditBooks(tx: Tx): Promise<Finding[]> {
  await tx.run(`set local statement_timeout = '2h'`)
  return tx.rows<Finding>('select rule, subject, expected, found from ledger.audit()')
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

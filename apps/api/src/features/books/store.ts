import type { Db, Row, Tx } from '../../db/sql.ts'

/**
 * Recomputes all books, keeps what was found and freezes payouts where that is anything; null where another process is
 * at it. It reads every entry there is, which on old books takes longer than any other statement may, and then waits
 * for the payouts under way, however long they take, so that nothing it found is lost. It ends when the client that
 * asked is gone, where the server can tell: it would keep a new version from its tables.
 */
export async function recordCheck(tx: Tx, id: string): Promise<{ findings: number; rules: string[] } | null> {
  const row = await tx.first<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('books')) as mine, set_config('statement_timeout', '2h', true),
       set_config('lock_timeout', '0', true),
       ledger.try_setting('client_connection_check_interval', '5s')`,
  )
  if (!row!.mine) return null
  return tx.first<{ findings: number; rules: string[] }>(
    'select findings, rules from ledger.check_books($1)',
    [id],
  )
}

export type CheckRow = Row & { id: string; checked_at: Date; findings: number }

export function findLastCheck(db: Db): Promise<CheckRow | null> {
  return db.first<CheckRow>(
    'select id, checked_at, findings from book_checks order by checked_at desc, id desc limit 1',
    [],
    'book-check-last',
  )
}

export function findWrongCheck(db: Db): Promise<CheckRow | null> {
  return db.first<CheckRow>(
    `select id, checked_at, findings from book_checks where findings > 0 order by checked_at desc, id desc limit 1`,
    [],
    'book-check-wrong',
  )
}

export function listFindings(
  db: Db,
  checkId: string,
): Promise<(Row & { rule: string; subject: string; expected: string; found: string })[]> {
  return db.rows(
    'select rule, subject, expected, found from book_findings where check_id = $1 order by line',
    [checkId],
    'book-findings',
  )
}

/** Since when no payout is made; null while they are. */
export async function findFrozenSince(db: Db): Promise<Date | null> {
  const row = await db.first<{ frozen_at: Date }>(
    'select frozen_at from payout_freezes where lifted_at is null',
    [],
    'payout-freeze',
  )
  return row?.frozen_at ?? null
}

export type LiftedRow = Row & {
  frozen_at: Date
  findings: number
  lifted_at: Date
  lifted_by: string
  lift_note: string
}

export function listLifted(db: Db, limit: number): Promise<LiftedRow[]> {
  return db.rows<LiftedRow>(
    `select f.frozen_at, c.findings, f.lifted_at, e.name as lifted_by, f.lift_note
     from payout_freezes f join book_checks c on c.id = f.check_id join employees e on e.user_id = f.lifted_by
     order by f.lifted_at desc limit $1`,
    [limit],
    'payout-freezes-lifted',
  )
}

export async function isFrozen(db: Db): Promise<boolean> {
  return (await findFrozenSince(db)) !== null
}

import type { AccountType } from '@shirogane/bank/kana'
import type { Db, Row, Tx } from '../../db/sql.ts'

export async function recordStopCode(
  tx: Tx,
  code: {
    id: string
    user_id: string
    payout_method_id: string
    code_hash: Uint8Array
    at: Date
    expires_at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into payout_stop_codes (id, user_id, payout_method_id, code_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [code.id, code.user_id, code.payout_method_id, code.code_hash, code.at, code.expires_at],
    'record-payout-stop-code',
  )
}

/** Uses a number up; null for one that is unknown, used or too old, or whose account is closed. */
export function spendStopCode(
  tx: Tx,
  codeHash: Uint8Array,
  at: Date,
): Promise<{ user_id: string; payout_method_id: string } | null> {
  return tx.first<Row & { user_id: string; payout_method_id: string }>(
    `update payout_stop_codes c set used_at = $2 from users u
     where c.code_hash = $1 and c.used_at is null and c.expires_at > $2 and u.id = c.user_id and u.closed_at is null
     returning c.user_id, c.payout_method_id`,
    [codeHash, at],
    'spend-payout-stop-code',
  )
}

/** Answers whether anything was stopped that was not before. */
export async function recordStop(
  tx: Tx,
  stop: { id: string; user_id: string; payout_method_id: string; by_letter: boolean },
): Promise<boolean> {
  const row = await tx.first<{ stopped: boolean }>(
    'select ledger.stop_payouts($1, $2, $3, $4) as stopped',
    [stop.id, stop.user_id, stop.payout_method_id, stop.by_letter],
    'stop-payouts',
  )
  return row!.stopped
}

/** Leaves a mark for head office. */
export async function recordStopped(
  tx: Tx,
  stopped: { id: string; user_id: string; object: string; request_id: string; at: Date },
): Promise<void> {
  await tx.run(
    `insert into audit_log (id, at, actor_id, action, subject_id, object, request_id)
     values ($1, $2, $3, 'member.payouts_stopped', $3, $4, $5)`,
    [stopped.id, stopped.at, stopped.user_id, stopped.object, stopped.request_id],
    'record-payouts-stopped',
  )
}

export type StoppedMethod = Row & {
  payout_method_id: string
  user_id: string
  username: string
  name: string
  email: string | null
  phone_number: string | null
  bank_name: string
  branch_name: string
  account_type: AccountType
  last3: string
  account_name_kana: string
  usable_from: Date
}

const shown = `m.id as payout_method_id, u.id as user_id, u.username, u.email, u.phone_number,
  coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name, m.bank_name, m.branch_name,
  m.account_type, m.last3, m.account_name_kana, m.usable_from`

export function findStoppedMethod(tx: Tx, methodId: string): Promise<StoppedMethod | null> {
  return tx.first<StoppedMethod>(
    `select ${shown} from payout_methods m join users u on u.id = m.user_id where m.id = $1`,
    [methodId],
    'payout-stopped-method',
  )
}

/** What a stop spoke of, whether or not it still stands. */
export function findStop(tx: Tx, id: string): Promise<StoppedMethod | null> {
  return tx.first<StoppedMethod>(
    `select ${shown} from payout_stops s join payout_methods m on m.id = s.payout_method_id join users u on u.id = s.user_id
     where s.id = $1`,
    [id],
    'payout-stop',
  )
}

export type StopRow = StoppedMethod & {
  id: string
  by_letter: boolean
  stopped_at: Date
  /** The reader is this very member. */
  is_own: boolean
}

/** Members whose rewards stand still, the longest first. */
export function listStops(db: Db, employeeId: string, limit: number): Promise<StopRow[]> {
  return db.rows<StopRow>(
    `select s.id, s.by_letter, s.stopped_at, ${shown},
       ledger.is_own_account($1, s.user_id) as is_own
     from payout_stops s join payout_methods m on m.id = s.payout_method_id join users u on u.id = s.user_id
     where s.lifted_at is null order by s.stopped_at, s.id limit $2`,
    [employeeId, limit],
    'payout-stops',
  )
}

export async function countStops(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from payout_stops where lifted_at is null`,
    [],
    'payout-stops-count',
  )
  return row?.count ?? 0
}

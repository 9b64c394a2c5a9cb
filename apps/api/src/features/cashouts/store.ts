import type { CashoutReason, CashoutWay } from '@shirogane/contract/terms/cashout-terms'
import type { CashoutQuota } from '@shirogane/contract/resources/brand/cashouts'
import { quotaOf } from '@shirogane/domain/prepaid/quota'
import type { Db, Row } from '../../db/sql.ts'

export type CashoutRow = Row & {
  id: string
  number: string | null
  user_id: string
  username: string
  name: string
  amount: number
  reason: CashoutReason
  way: CashoutWay
  note: string
  status: 'requested' | 'paid' | 'rejected' | 'withdrawn'
  requested_by: string
  requested_by_name: string
  requested_at: Date
  decided_by_name: string | null
  decided_at: Date | null
  /** Whether the reader counts as another person than the one who asked, and is not the member. */
  is_others: boolean
}

/** `$1` is who reads. */
const rows = `select c.id, t.number, c.user_id, u.username, coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name,
    c.amount, c.reason, c.way, c.note, c.status, c.requested_by, a.name as requested_by_name, c.requested_at,
    d.name as decided_by_name, c.decided_at,
    ledger.independent(c.requested_by, $1) and not ledger.is_own_account($1, c.user_id) as is_others
  from prepaid_cashouts c
  join users u on u.id = c.user_id
  join employees a on a.user_id = c.requested_by
  left join employees d on d.user_id = c.decided_by
  left join ledger.transactions t on t.id = c.id`

/** The newest first. */
export function listCashouts(db: Db, readerId: string, skip: number, limit: number): Promise<CashoutRow[]> {
  return db.rows<CashoutRow>(
    `${rows} order by c.requested_at desc, c.id desc offset $2 limit $3`,
    [readerId, skip, limit],
    'cashouts',
  )
}

export async function countCashouts(db: Db): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    'select count(*)::int as count from prepaid_cashouts',
    [],
    'cashouts-count',
  )
  return row!.count
}

export async function getCashout(db: Db, readerId: string, id: string): Promise<CashoutRow> {
  const row = await db.first<CashoutRow>(`${rows} where c.id = $2`, [readerId, id], 'cashout')
  return row!
}

/** What of the half-year of today has been paid back and still may be. */
export async function getQuota(db: Db): Promise<CashoutQuota> {
  const row = await db.first<Omit<CashoutQuota, 'most' | 'remaining'> & Row>(
    `select period_from, issued, unused, repaid
     from ledger.cashout_quota((ledger.now() at time zone 'Asia/Tokyo')::date)`,
    [],
    'cashout-quota',
  )
  return { ...row!, ...quotaOf(row!) }
}

export function listPaidBalances(
  db: Db,
  userIds: readonly string[],
): Promise<{ user_id: string; balance_paid: number }[]> {
  return db.rows(
    'select user_id, balance_paid from ledger.wallets where user_id = any ($1)',
    [userIds],
    'cashout-balances',
  )
}

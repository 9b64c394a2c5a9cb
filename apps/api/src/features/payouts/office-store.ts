import { limits } from '@shirogane/contract/rules/limits'
import type { PayoutRow } from '@shirogane/contract/resources/brand/payouts'
import type { PayoutStanding } from '@shirogane/domain/payouts/standing'
import type { Db } from '../../db/sql.ts'
import { payoutFactColumns, type PayoutFactsRow } from '../transactions/index.ts'

/** A payout as head office decides on it: with its member, what stands against it, and who did what to it. */
export type OfficeRow = PayoutFactsRow &
  PayoutStanding & {
    number: string
    reference: number
    user_id: string
    username: string
    name: string
    payout_method_id: string
    bank_code: string
    branch_code: string
    requested_at: Date
    approved_by: string | null
    approved_by_name: string | null
    exported_by_name: string | null
    batch_id: string | null
    batch_number: string | null
    settled_at: Date | null
    recalled_at: Date | null
    cancel_reason: string | null
  }

const officeRows = `select ${payoutFactColumns}, t.number, o.reference, o.user_id, u.username,
    coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name, o.payout_method_id, o.bank_code,
    o.branch_code, u.kyc_status,
    concat_ws(' ', u.last_name_kana, u.first_name_kana) as kyc_name_kana,
    (u.suspended_at is not null or u.closed_at is not null) as is_suspended, w.receivable, w.reward, w.reward_confirmed,
    exists (select from payout_stops s where s.user_id = o.user_id and s.lifted_at is null) as is_stopped, o.requested_at, o.approved_by,
    a.name as approved_by_name, e.name as exported_by_name, o.batch_id, f.number as batch_number, o.settled_at, o.recalled_at,
    o.cancel_reason
  from payouts o
  join ledger.transactions t on t.id = o.id
  join users u on u.id = o.user_id
  join ledger.wallets w on w.user_id = o.user_id
  left join employees a on a.user_id = o.approved_by
  left join employees e on e.user_id = o.exported_by
  left join payout_batches f on f.id = o.batch_id`

type Filter = { status: 'all' | 'open' | PayoutRow['status']; q: string }

const filtered = `($1 = 'all' or o.status = $1 or ($1 = 'open' and o.status in ('requested', 'approved', 'exported')))
  and ($2 = '' or u.username = lower($2) or t.number = upper($2) or o.reference::text = $2
    or position($2 in concat(u.last_name, u.first_name)) > 0 or f.number = upper($2))`

export function listPayouts(
  db: Db,
  { status, q }: Filter,
  skip: number,
  limit: number,
): Promise<OfficeRow[]> {
  return db.rows<OfficeRow>(
    `${officeRows} where ${filtered} order by o.requested_at desc, o.id desc offset $3 limit $4`,
    [status, q, skip, limit],
    'payouts-page',
  )
}

export async function countPayouts(db: Db, { status, q }: Filter): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (select 1 from payouts o join ledger.transactions t on t.id = o.id
       join users u on u.id = o.user_id left join payout_batches f on f.id = o.batch_id
       where ${filtered} limit ${limits.listTotalCap + 1}) counted`,
    [status, q],
    'payouts-count',
  )
  return row?.count ?? 0
}

export async function countWaiting(
  db: Db,
): Promise<{ requested: number; approved: number; exported: number }> {
  const row = await db.first<{ requested: number; approved: number; exported: number }>(
    `select count(*) filter (where status = 'requested')::int as requested,
       count(*) filter (where status = 'approved')::int as approved,
       count(*) filter (where status = 'exported')::int as exported
     from payouts where status in ('requested', 'approved', 'exported')`,
    [],
    'payouts-waiting',
  )
  return row!
}

export async function listPayoutsByIds(db: Db, ids: readonly string[]): Promise<OfficeRow[]> {
  return db.rows<OfficeRow>(
    `${officeRows} where o.id = any ($1) order by o.reference`,
    [ids],
    'payouts-by-id',
  )
}

export function listPaidIn(db: Db, year: number): Promise<OfficeRow[]> {
  return db.rows<OfficeRow>(
    `${officeRows} where o.status = 'paid' and f.value_date between make_date($1, 1, 1) and make_date($1, 12, 31)
     order by u.username, f.value_date, o.reference`,
    [year],
    'payouts-paid-in',
  )
}

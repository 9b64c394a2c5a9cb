import type { AccountType } from '@shirogane/bank/kana'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { claimRewards } from '@shirogane/ledger'
import type { PayoutFailure } from '@shirogane/bank/failures'
import type { Db, Row, Tx } from '../../db/sql.ts'

export async function getLedgerTime(db: Db): Promise<Date> {
  const row = await db.first<{ at: Date }>('select ledger.now() as at', [], 'ledger-time')
  return row!.at
}

export async function isAffiliator(db: Db, userId: string): Promise<boolean> {
  return (
    (await db.first<Row>(
      'select 1 as found from affiliators where user_id = $1',
      [userId],
      'is-affiliator',
    )) !== null
  )
}

/** What of a member's books stands against a payout. */
export async function findObstacles(
  db: Db,
  userId: string,
): Promise<{ owes: boolean; is_stopped: boolean; is_frozen: boolean; has_open: boolean }> {
  const row = await db.first<{ owes: boolean; is_stopped: boolean; is_frozen: boolean; has_open: boolean }>(
    `select w.receivable > 0 as owes,
       exists (select from payout_stops s where s.user_id = w.user_id and s.lifted_at is null) as is_stopped,
       exists (select from payout_freezes f where f.lifted_at is null) as is_frozen, exists (select from payouts o
       where o.user_id = w.user_id and o.status in ('requested', 'approved', 'exported')) as has_open
     from ledger.wallets w where w.user_id = $1`,
    [userId],
    'payout-obstacles',
  )
  return row!
}

/** Whether the same act was done before: then nothing about the account or the clock is asked again. */
export async function cancelPayout(
  tx: Tx,
  asked: {
    id: string
    return_id: string
    member_id: string | null
    employee_id: string | null
    reason: string | null
  },
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  const row = await tx.first<{ code: ErrorCode | null; replayed: boolean }>(
    'select code, replayed from ledger.cancel_payout($1, $2, $3, $4, $5)',
    [asked.id, asked.return_id, asked.member_id, asked.employee_id, asked.reason],
    'cancel-payout',
  )
  return row!
}

export async function approvePayouts(
  tx: Tx,
  ids: readonly string[],
  employeeId: string,
): Promise<{ code: ErrorCode | null; n: number | null }> {
  const row = await tx.first<{ code: ErrorCode | null; n: number | null }>(
    'select code, n from ledger.approve_payouts($1, $2)',
    [ids, employeeId],
    'approve-payouts',
  )
  return row!
}

export type TakenRow = Row & {
  id: string
  reference: number
  amount: number
  fee: number
  value_date: string
  bank_code: string
  bank_kana: string
  branch_code: string
  branch_kana: string
  account_type: 'ordinary' | 'current' | 'savings'
  encrypted_account: Buffer
  holder_kana: string
  is_first: boolean
}

export function takePayouts(tx: Tx, employeeId: string): Promise<TakenRow[]> {
  return tx.rows<TakenRow>('select * from ledger.take_payouts($1)', [employeeId], 'take-payouts')
}

/** Whether payouts wait that this person approved, or a colleague who does not count as a second person beside them. */
export async function findApprovedByOne(db: Db, employeeId: string): Promise<'own' | 'linked' | null> {
  const row = await db.first<{ own: boolean | null }>(
    `select bool_or(approved_by = $1) as own from payouts
     where status = 'approved' and cutoff_at <= ledger.now() and not ledger.independent(approved_by, $1)`,
    [employeeId],
    'payouts-approved-by',
  )
  if (row?.own == null) return null
  return row.own ? 'own' : 'linked'
}

/** What is withheld from each of these payouts when they are paid on this day. */
export async function listWithheld(
  tx: Tx,
  ids: readonly string[],
  valueDate: string,
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; withheld: number }>(
    `select id, ledger.withholding_of(user_id, id, amount, fee, $2) as withheld from payouts where id = any ($1)`,
    [ids, valueDate],
    'payouts-withheld',
  )
  return new Map(rows.map(({ id, withheld }) => [id, withheld]))
}

/** What a month of payments to a person has come to, the day being one of it. */
export async function findWithholdingMonth(
  db: Db,
  userId: string,
  on: string,
): Promise<{ paid: number; withheld: number }> {
  const row = await db.first<{ paid: number; withheld: number }>(
    'select paid, withheld from ledger.withholding_month($1, null, $2)',
    [userId, on],
    'payout-withholding-month',
  )
  return row!
}

export async function recordBatch(
  tx: Tx,
  batch: {
    id: string
    employee_id: string
    ids: readonly string[]
    /** What each of them leaves out for the tax, in the same order. */
    withheld: readonly number[]
    value_date: string
    encrypted: Buffer
    sha256: Buffer
    total: number
  },
): Promise<ErrorCode | null> {
  const row = await tx.first<{ code: ErrorCode | null }>(
    'select ledger.export_payouts($1, $2, $3, $4, $5, $6, $7, $8) as code',
    [
      batch.id,
      batch.employee_id,
      batch.ids,
      batch.withheld,
      batch.value_date,
      batch.encrypted,
      batch.sha256,
      batch.total,
    ],
    'export-payouts',
  )
  return row!.code
}

export type ResultOutcome = { code: ErrorCode | null; n: number | null; settled: string[] }

export async function recordPayoutResults(
  tx: Tx,
  asked: {
    batch_id: string
    employee_id: string
    results: readonly { payout_id: string; outcome: 'paid' | PayoutFailure; transaction_id: string }[]
    sha256: Buffer | null
  },
): Promise<ResultOutcome> {
  const row = await tx.first<ResultOutcome>(
    'select code, n, settled from ledger.record_payout_results($1, $2, $3, $4)',
    [asked.batch_id, asked.employee_id, JSON.stringify(asked.results), asked.sha256],
    'settle-payouts',
  )
  return row!
}

export async function recallPayout(
  tx: Tx,
  asked: { id: string; return_id: string; employee_id: string; failure: PayoutFailure },
): Promise<{ code: ErrorCode | null; replayed: boolean }> {
  const row = await tx.first<{ code: ErrorCode | null; replayed: boolean }>(
    'select code, replayed from ledger.recall_payout($1, $2, $3, $4)',
    [asked.id, asked.return_id, asked.employee_id, asked.failure],
    'recall-payout',
  )
  return row!
}

export type SentRow = Row & {
  id: string
  payout_method_id: string
  bank_code: string
  branch_code: string
  account_type: AccountType
  encrypted_account: Buffer
  failure: PayoutFailure
}

/** The accounts of transfers that failed, as the file named them. */
export function listFailedAccounts(db: Db, ids: readonly string[]): Promise<SentRow[]> {
  return db.rows<SentRow>(
    `select id, payout_method_id, bank_code, branch_code, account_type, encrypted_account, failure from payouts
     where id = any ($1) and failure is not null`,
    [ids],
    'payouts-failed-accounts',
  )
}

export function listPayoutsOfBatch(db: Db, batchId: string): Promise<{ id: string; reference: number }[]> {
  return db.rows<{ id: string; reference: number }>(
    'select id, reference from payouts where batch_id = $1',
    [batchId],
    'payouts-of-batch',
  )
}

/**
 * Affiliators who have something to be paid out and no payout under way, or to receive as balance, in the order of their ids. With the last day of a
 * month, only those who had it by then and for whom nothing was asked since: what was claimed or taken back later is
 * theirs to ask for until the next month ends.
 */
export async function listDue(
  db: Db,
  after: string | null,
  left: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ user_id: string }>(
    `select a.user_id from affiliators a join ledger.wallets w on w.user_id = a.user_id,
       lateral (select $2::date::timestamp at time zone 'Asia/Tokyo' as last_day,
         ($2::date + 1)::timestamp at time zone 'Asia/Tokyo' as over) m
     where ($1::uuid is null or a.user_id > $1) and w.reward + greatest(w.reward_confirmed, 0) > 0
       and (a.reward_method = 'wallet' and w.reward_confirmed > 0
         or not exists (select from payouts o where o.user_id = a.user_id
           and (o.status in ('requested', 'approved', 'exported') or o.requested_at >= m.last_day)))
       and ($2::date is null
         or exists (select from ledger.rewards r
           where r.affiliator_id = a.user_id and r.unclaimed > 0 and r.confirmed_at < m.over)
         or w.reward > 0 and not exists (select from ledger.transactions t
           where t.customer_id = a.user_id and t.kind = 'reward' and t.reward_step = 'claim' and t.reward_change > 0
             and t.completed_at >= m.over))
     order by a.user_id limit $3`,
    [after, left, limit],
    'payouts-due',
  )
  return rows.map(({ user_id }) => user_id)
}

export async function findPayee(
  db: Db,
  userId: string,
): Promise<{ name: string; kyc_status: string } | null> {
  return db.first<{ name: string; kyc_status: string }>(
    `select coalesce(nullif(concat_ws(' ', last_name, first_name), ''), username) as name, kyc_status from users where id = $1`,
    [userId],
    'payee',
  )
}

/** What is confirmed becomes what can be paid out. Where nothing is, nothing happens. */
export async function claimForBank(tx: Tx, userId: string, transactionId: string): Promise<void> {
  await claimRewards(tx, claimOf(userId, transactionId, 'bank'))
}

const claimOf = (actor_id: string, transaction_id: string, method: 'wallet' | 'bank') => ({
  actor_id,
  transaction_id,
  route: 'reward',
  key: null,
  request_hash: null,
  affiliate_id: null,
  method,
})

/** What is confirmed becomes balance. Answers how much, or why it did not. */
export async function claimAsBalance(
  tx: Tx,
  userId: string,
  transactionId: string,
): Promise<{ code: ErrorCode | null; n: number | null; amount: number }> {
  const outcome = await claimRewards(tx, claimOf(userId, transactionId, 'wallet'))
  const claimed = await tx.first<{ amount: number }>(
    'select received_paid as amount from ledger.transactions where id = $1',
    [transactionId],
    'claimed-as-balance',
  )
  const refusal = outcome.code === null ? { code: null, n: null } : outcome
  return { code: refusal.code, n: refusal.n, amount: claimed?.amount ?? 0 }
}

/** What can be paid out to this member as things stand. */
export async function findPayable(tx: Tx, userId: string): Promise<number> {
  const row = await tx.first<{ reward: number }>(
    'select ledger.payable_reward(w) as reward from ledger.wallets w where w.user_id = $1',
    [userId],
    'payable',
  )
  return Math.max(0, row?.reward ?? 0)
}

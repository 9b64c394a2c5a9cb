import type { AccountType } from '@shirogane/bank/kana'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { payableReward } from '@shirogane/domain/payouts/standing'
import {
  type PaymentsAround,
  type WithholdingMonth,
  withholdingMonth,
} from '@shirogane/domain/payouts/withholding'
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

/** What a month of payments to a person has come to, the day being one of it; null where nothing is withheld. */
export async function findWithholdingMonth(db: Db, userId: string, on: string): Promise<WithholdingMonth> {
  const row = await db.first<{ payments: PaymentsAround }>(
    'select ledger.payments_around($1, null, $2) as payments',
    [userId, on],
    'payout-withholding-month',
  )
  return withholdingMonth(row!.payments)
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
           where t.customer_id = a.user_id and t.kind = 'reward' and t.step = 'claim' and t.received_paid = 0
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
  const row = await tx.first<{ reward: number; reward_confirmed: number }>(
    'select reward, reward_confirmed from ledger.wallets where user_id = $1',
    [userId],
    'payable',
  )
  return row === null ? 0 : Math.max(0, payableReward(row))
}

import type { AccountType } from '@shirogane/bank/kana'
import type { Db, Row, Tx } from '../../db/sql.ts'
import { holdNames } from '../../lib/names-store.ts'
import type { PayoutFailure } from '@shirogane/bank/failures'

export type MethodRow = Row & {
  id: string
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: AccountType
  encrypted_number: Buffer
  last3: string
  account_name_kana: string
  is_default: boolean
  created_at: Date
  usable_from: Date
  flagged_reason: PayoutFailure | null
  /** When its owner said that they know nothing of it. */
  stopped_at: Date | null
  /** How head office stands to a corporation's account; null for one in the member's own name. */
  review: 'pending' | 'approved' | 'refused' | null
  review_reason: string | null
  /** The member's name in kana, as it stands on record now. */
  owner_kana: string
}

const select = `select m.id, m.bank_code, m.bank_name, m.branch_code, m.branch_name, m.account_type, m.encrypted_number, m.last3,
    m.account_name_kana, m.is_default, m.created_at, m.usable_from, m.flagged_reason,
    m.stopped_at, m.review, m.review_reason,
    concat(u.last_name_kana, u.first_name_kana) as owner_kana
  from payout_methods m join users u on u.id = m.user_id`

/** The main one first, then the newest. */
export function listMethods(db: Db, userId: string): Promise<MethodRow[]> {
  return db.rows<MethodRow>(
    `${select} where m.user_id = $1 and m.removed_at is null order by m.is_default desc, m.created_at desc, m.id desc`,
    [userId],
    'payout-methods',
  )
}

/** One of a person's accounts, or the main one where none is named. */
export function findMethod(db: Db, userId: string, id: string | null): Promise<MethodRow | null> {
  return db.first<MethodRow>(
    `${select} where m.user_id = $1 and m.removed_at is null and case when $2::uuid is null then m.is_default else m.id = $2 end`,
    [userId, id],
    'payout-method',
  )
}

/**
 * Holds one of a person's accounts, or the main one, until the commit: a payout that is being asked for and a change of
 * where it would go cannot pass each other.
 */
export function lockMethod(tx: Tx, userId: string, id: string | null): Promise<MethodRow | null> {
  return tx.first<MethodRow>(
    `${select} where m.user_id = $1 and m.removed_at is null and case when $2::uuid is null then m.is_default else m.id = $2 end
     for update of m`,
    [userId, id],
    'payout-method-lock',
  )
}

/** One person's accounts change one after another, so that the main one stays one. Answers how they are reached. */
export async function lockOwner(
  tx: Tx,
  userId: string,
): Promise<{ email: string | null; phone_number: string | null; name_kana: string }> {
  const row = await tx.first<{ email: string | null; phone_number: string | null; name_kana: string }>(
    `select email, phone_number, concat(last_name_kana, first_name_kana) as name_kana
     from users where id = $1 for no key update`,
    [userId],
    'payout-methods-lock',
  )
  if (!row) throw new Error('A signed-in person is not there')
  return row
}

export type Account = {
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: AccountType
  encrypted_number: Buffer
  last3: string
  account_key: string
  /** Its names under the other keys that are given. */
  other_keys: readonly string[]
  account_name_kana: string
}

export type Holder = Row & { id: string; user_id: string; seat: number }

/** Whose account this is already. A request that is writing the same one at this moment is waited for. */
export async function listHolders(tx: Tx, accountNames: readonly string[]): Promise<Holder[]> {
  await holdNames(tx, 'bank account', accountNames)
  return tx.rows<Holder>(
    `select distinct payout_method_id as id, user_id, seat from payout_account_names where name = any ($1)`,
    [accountNames],
    'bank-account-holders',
  )
}

/** Leaves a mark for head office. */
export async function recordSharing(
  db: Db,
  sharing: { id: string; user_id: string; object: string; request_id: string; at: Date },
): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, subject_id, object, request_id)
     values ($1, $2, $3, 'member.account_shared', $3, $4, $5)`,
    [sharing.id, sharing.at, sharing.user_id, sharing.object, sharing.request_id],
    'record-account-sharing',
  )
}

export async function countMethods(tx: Tx, userId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(
    `select count(*)::int as count from payout_methods where user_id = $1 and removed_at is null`,
    [userId],
    'payout-methods-count',
  )
  return row?.count ?? 0
}

type Written = Account & {
  id: string
  user_id: string
  seat: number
  review: 'pending' | null
  at: Date
  usable_from: Date
}

export async function recordMethod(tx: Tx, method: Written & { is_default: boolean }): Promise<void> {
  await tx.run(
    `insert into payout_methods (id, user_id, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number,
       last3, account_key, seat, account_name_kana, is_default, created_at, changed_at, usable_from, review, other_keys)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17)`,
    [
      method.id,
      method.user_id,
      method.bank_code,
      method.bank_name,
      method.branch_code,
      method.branch_name,
      method.account_type,
      method.encrypted_number,
      method.last3,
      method.account_key,
      method.seat,
      method.account_name_kana,
      method.is_default,
      method.at,
      method.usable_from,
      method.review,
      method.other_keys,
    ],
    'record-payout-method',
  )
}

/** Whether money is on its way to it. Ask with the account held: a payout that is being asked for holds it as well. */
export async function hasOpenPayout(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.first(
    `select 1 from payouts where payout_method_id = $1 and status in ('requested', 'approved', 'exported') limit 1`,
    [id],
    'payout-method-open',
  )
  return row !== null
}

/** Another account in the same place. What was said against the one before says nothing against this one. */
export async function changeMethod(tx: Tx, method: Written): Promise<void> {
  await tx.run(
    `update payout_methods set bank_code = $3, bank_name = $4, branch_code = $5, branch_name = $6, account_type = $7,
       encrypted_number = $8, last3 = $9, account_key = $10, seat = $11, account_name_kana = $12, changed_at = $13,
       usable_from = $14, flagged_reason = null, flagged_at = null, stopped_at = null, review = $15, reviewed_at = null, reviewed_by = null,
       review_reason = null, other_keys = $16
     where id = $1 and user_id = $2`,
    [
      method.id,
      method.user_id,
      method.bank_code,
      method.bank_name,
      method.branch_code,
      method.branch_name,
      method.account_type,
      method.encrypted_number,
      method.last3,
      method.account_key,
      method.seat,
      method.account_name_kana,
      method.at,
      method.usable_from,
      method.review,
      method.other_keys,
    ],
    'change-payout-method',
  )
}

export async function setDefault(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.run(
    `update payout_methods set is_default = false where user_id = $1 and is_default and id <> $2`,
    [userId, id],
    'payout-methods-no-default',
  )
  await tx.run(
    `update payout_methods set is_default = true where user_id = $1 and id = $2`,
    [userId, id],
    'payout-method-default',
  )
}

/** The newest of those that remain becomes the main one. */
export async function removeMethod(tx: Tx, userId: string, id: string, at: Date): Promise<void> {
  await tx.run(
    `update payout_methods set removed_at = $3, is_default = false where user_id = $1 and id = $2`,
    [userId, id, at],
    'payout-method-remove',
  )
  await tx.run(
    `update payout_methods set is_default = true where id = (
       select id from payout_methods where user_id = $1 and removed_at is null order by created_at desc, id desc limit 1)
     and not exists (select from payout_methods where user_id = $1 and is_default)`,
    [userId],
    'payout-methods-next-default',
  )
}

/** A transfer to it came back: nothing more goes there until it is named anew. Another account in its place is let be. */
export async function flagPayoutMethod(
  tx: Tx,
  {
    id,
    account_keys,
    failure,
    at,
  }: {
    id: string
    account_keys: readonly string[]
    failure: PayoutFailure
    at: Date
  },
): Promise<void> {
  await tx.run(
    `update payout_methods set flagged_reason = $3, flagged_at = $4 where id = $1 and account_key = any ($2)`,
    [id, account_keys, failure, at],
    'payout-method-flag',
  )
}

export type ReviewRow = MethodRow & {
  user_id: string
  username: string
  name: string
  email: string | null
  phone_number: string | null
  changed_at: Date
  /** The reader is this very member. */
  is_own: boolean
}

const reviews = `select m.*, concat_ws(' ', u.last_name_kana, u.first_name_kana) as owner_kana, u.username, u.email,
    u.phone_number, coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name,
    ledger.is_own_account($1, m.user_id) as is_own
  from payout_methods m join users u on u.id = m.user_id
  where m.review is not null and m.removed_at is null`

/** Accounts of corporations that wait, the oldest first. */
export function listReviews(db: Db, employeeId: string, limit: number): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(
    `${reviews} and m.review = 'pending' order by m.changed_at, m.id limit $2`,
    [employeeId, limit],
    'payout-method-reviews',
  )
}

export async function countReviews(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from payout_methods where review = 'pending' and removed_at is null`,
    [],
    'payout-method-reviews-count',
  )
  return row?.count ?? 0
}

/** Holds one of them until the commit. */
export function lockReview(tx: Tx, employeeId: string, id: string): Promise<ReviewRow | null> {
  return tx.first<ReviewRow>(
    `${reviews} and m.id = $2 for update of m`,
    [employeeId, id],
    'payout-method-review-lock',
  )
}

export async function decideReview(
  tx: Tx,
  decided: {
    id: string
    review: 'approved' | 'refused'
    employee_id: string
    reason: string | null
    at: Date
  },
): Promise<void> {
  await tx.run(
    `update payout_methods set review = $2, reviewed_by = $3, review_reason = $4, reviewed_at = $5 where id = $1`,
    [decided.id, decided.review, decided.employee_id, decided.reason, decided.at],
    'payout-method-decide',
  )
}

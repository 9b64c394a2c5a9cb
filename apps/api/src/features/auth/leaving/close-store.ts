import type { Db, Row, Tx } from '../../../db/sql.ts'

export type Leftover = Row & {
  balance: number
  later: number
  /** Rewards that the brand owes, claimed or not. */
  reward: number
  sale_open: boolean
  charge_pending: boolean
  payout_open: boolean
}

/** What is still to be settled between the brand and a customer who wants to leave. */
export async function findLeftover(tx: Tx, userId: string): Promise<Leftover> {
  const row = await tx.first<Leftover>(
    `select coalesce((select balance_paid + balance_bonus from ledger.wallets where user_id = $1), 0)::bigint as balance,
       coalesce((select receivable from ledger.wallets where user_id = $1), 0)::bigint as later,
       -- Less what was taken back after its claim, which the brand is owed.
       coalesce((select greatest(0, reward_confirmed + reward) from ledger.wallets where user_id = $1), 0)::bigint as reward,
       coalesce((select payout_hold > 0 from ledger.wallets where user_id = $1), false) as payout_open,
       exists (select from ledger.checkouts where customer_id = $1 and status in ('open', 'saved')) as sale_open,
       exists (select from ledger.card_charges where customer_id = $1 and state = 'pending') as charge_pending`,
    [userId],
  )
  return row!
}

/** The login goes at once; what names the person stays a while, for questions and for a person who left by mistake. */
export async function closeAccount(
  tx: Tx,
  close: { user_id: string; reason: string | null; password_hash: string; at: Date },
): Promise<void> {
  await tx.run(
    `update users set closed_at = $2, closed_reason = $3, suspended_at = coalesce(suspended_at, $2),
       password_hash = $4, email = null, email_verified = false, phone_number = null,
       phone_verified = false
     where id = $1`,
    [close.user_id, close.at, close.reason, close.password_hash],
  )
  await tx.run(`delete from pending_contacts where user_id = $1`, [close.user_id])
  await tx.run(`delete from email_undos where user_id = $1`, [close.user_id])
}

/** Removes all bank accounts of a person who leaves. */
export async function removePayoutMethods(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.run(
    `update payout_methods set removed_at = $2, is_default = false where user_id = $1 and removed_at is null`,
    [userId, at],
    'payout-methods-remove-all',
  )
}

/** Closed accounts whose time is over and whose person is still named. */
export async function listToErase(db: Db, before: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from users where closed_at < $1 and erased_at is null order by closed_at limit 100`,
    [before],
  )
  return rows.map(({ id }) => id)
}

/** The questions of a person who has left are erased with them. */
export async function eraseQuestions(tx: Tx, userId: string): Promise<void> {
  await tx.run(`delete from contacts where user_id = $1`, [userId])
}

/** What is still to be answered becomes a visitor's question, with the address to answer to; the others go. */
export async function leaveOpenQuestions(tx: Tx, userId: string): Promise<void> {
  await tx.run(`delete from contacts where user_id = $1 and status = 'done'`, [userId])
  await tx.run(`update contacts set user_id = null where user_id = $1`, [userId])
}

/** Takes the person out of an account. The books stay, with a name that says nothing. */
export async function erasePerson(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.run(
    `update users set erased_at = $2, username = 'x' || left(replace(id::text, '-', ''), 4) || right(id::text, 12),
       last_name = null, first_name = null, last_name_kana = null, first_name_kana = null, search_name = '',
       date_of_birth = null, gender = null, address = null, avatar = null, closed_reason = null,
       guardian_name = null, guardian_consented_at = null
     where id = $1 and erased_at is null`,
    [userId, at],
  )
  // The change above left the old name behind; no former member is kept by their name.
  await tx.run(`delete from former_usernames where user_id = $1`, [userId])
  await tx.run(`update verifications set phone_number = null where user_id = $1`, [userId])
  await tx.run(`delete from member_notes where user_id = $1`, [userId])
  await tx.run(`delete from member_stops where user_id = $1`, [userId])
  await tx.run(`delete from deferred_notes where customer_id = $1`, [userId])
  await tx.run(`update affiliators set stop_reason = '-' where user_id = $1 and stop_reason is not null`, [
    userId,
  ])
  await tx.run(`delete from notifications where user_id = $1`, [userId])
  await tx.run(`delete from messages where user_id = $1`, [userId])
  await tx.run(`update payment_methods set nickname = null, fingerprint = null where user_id = $1`, [userId])
  // What went where stays with the payouts; the account numbers themselves are erased and cannot be read any more.
  await tx.run(
    `update payout_methods set encrypted_number = null, account_name_kana = '-' where user_id = $1`,
    [userId],
  )
  await tx.run(`delete from addresses where user_id = $1`, [userId])
  await tx.run(`update sessions set user_agent = null, ip = null, device_id = '' where user_id = $1`, [
    userId,
  ])
}

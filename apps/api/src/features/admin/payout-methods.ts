import { maskAccountNumber } from '@shirogane/bank/kana'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { listStops } from '../payout-methods/stop-store.ts'
import { listReviews } from '../payout-methods/store.ts'

const shownMax = 100

/** Accounts of corporations that are not reviewed yet, and members who know nothing of an account in their name. */
export async function reviews(ctx: Context, actor: Actor): Promise<Output<'admin.payoutMethods'>> {
  const [rows, stops] = await Promise.all([
    listReviews(ctx.db, actor.user_id, shownMax),
    listStops(ctx.db, actor.user_id, shownMax),
  ])
  return {
    stops: stops.map((row) => ({
      id: row.id,
      user: { id: row.user_id, username: row.username, name: row.name },
      bank_name: row.bank_name,
      branch_name: row.branch_name,
      account_type: row.account_type,
      account_number: maskAccountNumber(row.last3),
      account_name_kana: row.account_name_kana,
      by_letter: row.by_letter,
      stopped_at: row.stopped_at.toISOString(),
      may_lift: !row.is_own,
    })),
    items: rows.map((row) => ({
      id: row.id,
      user: { id: row.user_id, username: row.username, name: row.name },
      kyc_name_kana: row.owner_kana,
      bank_code: row.bank_code,
      bank_name: row.bank_name,
      branch_code: row.branch_code,
      branch_name: row.branch_name,
      account_type: row.account_type,
      account_number: maskAccountNumber(row.last3),
      account_name_kana: row.account_name_kana,
      changed_at: row.changed_at.toISOString(),
      may_decide: !row.is_own,
    })),
  }
}

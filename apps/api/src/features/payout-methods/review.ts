import { maskAccountNumber } from '@shirogane/contract/bank-kana'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { decideReview, listReviews, lockReview } from './store.ts'
import { listStops } from './stop-store.ts'
import { tell } from './tell.ts'

const shownMax = 100

/** Accounts of corporations that nobody has looked at yet, and members who know nothing of an account in their name. */
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

/** Head office lets a corporation's account pass, or says why not. The member is told either way. */
export async function decide(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.decidePayoutMethod'>,
): Promise<undefined> {
  const reason = body.decision === 'refused' ? body.reason : null
  await ctx.transact(async (tx) => {
    const row = await lockReview(tx, actor.user_id, params.id)
    if (!row) throw new Problem('NOT_FOUND')
    if (row.is_own) throw new Problem('PAYOUT_SELF')
    // Somebody decided already, or it has become another account since it was looked at.
    if (row.review !== 'pending' || row.changed_at.toISOString() !== body.changed_at)
      throw new Problem('CONFLICT')
    await decideReview(tx, {
      id: row.id,
      review: body.decision,
      employee_id: actor.user_id,
      reason,
      at: ctx.now(),
    })
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: body.decision === 'approved' ? 'payout.account_approve' : 'payout.account_refuse',
      object: `payout_method:${row.id}`,
      subject_id: row.user_id,
      ...(reason !== null && { note: reason }),
    })
    await tell(ctx, tx, row, body.decision, row, reason)
  })
  ctx.nudgeMessenger()
}

import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { decideReview, lockReview } from '../../payout-methods/store.ts'
import { notifyOfMethod } from '../../payout-methods/notify.ts'

/** Head office lets a corporation's account pass, or says why not. The member is told either way. */
export async function decidePayoutMethod(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.decidePayoutMethod'>,
): Promise<undefined> {
  const reason = body.decision === 'refused' ? body.reason : null
  await ctx.transact(async (tx) => {
    const row = await lockReview(tx, actor.user_id, params.id)
    if (!row) throw new Problem('NOT_FOUND')
    if (row.is_own) throw new Problem('PAYOUT_SELF')
    // It was decided already, or it has become another account since it was looked at.
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
    await notifyOfMethod(ctx, tx, row, body.decision, row, reason)
  })
  ctx.wakeMessenger()
}

import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkStaffPin, requireStepUp } from '../auth/index.ts'
import { getApproval, maySee } from './get-approval.ts'
import { deciderOf } from './rules.ts'
import { decideApproval } from './decide-approval.ts'
import { findApproval } from './store.ts'

/**
 * A manager decides on their own phone or browser. To agree takes what only they know, for a phone may lie open on a
 * counter; to decline does not.
 */
export async function decideAskedApproval(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'approvals.decide'>,
): Promise<Output<'approvals.decide'>> {
  const decider = deciderOf(actor)
  if (!decider) throw new Problem('FORBIDDEN')
  const row = await findApproval(ctx.db, params.id)
  if (!row || !maySee(actor, row)) throw new Problem('NOT_FOUND')
  const { decision, pin, note } = body
  const status = decision === 'approve' ? 'approved' : 'declined'
  const needsProof = decision === 'approve' && row.requested_by.id !== actor.user_id
  if (needsProof && pin !== undefined) await checkStaffPin(ctx, actor, { employee_id: actor.user_id, pin })
  await ctx.transact(async (tx) => {
    await decideApproval(ctx, tx, row.id, { decider, status, how: 'device', note, requestId })
    if (needsProof && pin === undefined) await requireStepUp(ctx, tx, actor, 'till_approval')
  })
  ctx.wakeLive()
  return getApproval(ctx.db, row.id, actor)
}

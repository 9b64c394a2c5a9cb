import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output, replayed } from '../../../../http/operation.ts'
import { ledgerProblem } from '../../../../http/problem.ts'
import { requireStepUp } from '../../../auth/index.ts'
import { presentCashout } from '../../../cashouts/present.ts'
import { approveCashout, getCashout } from '../../../cashouts/store.ts'

/** The balance is gone. The approver proves once more who they are, after everything else was found right. */
export async function approve(
  ctx: Context,
  actor: Actor,
  { params: { id }, idempotencyKey, requestHash }: Input<'admin.approveCashout'>,
): Promise<Answer<Output<'admin.approveCashout'>>> {
  const agreed = {
    id,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    key: idempotencyKey,
    request_hash: requestHash,
  }
  const outcome = await ctx.transact(async (tx) => {
    const first = await approveCashout(tx, { ...agreed, proven: false })
    if (first.code !== 'STEP_UP_REQUIRED') return first
    await requireStepUp(ctx, tx, actor, 'cashout')
    return approveCashout(tx, { ...agreed, proven: true })
  })
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const cashout = presentCashout(await getCashout(ctx.db, actor.user_id, id), actor)
  if (outcome.replayed) return replayed(cashout)
  ctx.wakeOutbox()
  return new Answer(cashout)
}

import { approveCashout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output, replayed } from '../../../../http/operation.ts'
import { ledgerProblem } from '../../../../http/problem.ts'
import { requireStepUp } from '../../../auth/index.ts'
import { presentCashout } from '../../../cashouts/present.ts'
import { getCashout } from '../../../cashouts/store.ts'

/** The balance is gone. The approver proves once more who they are, after everything else was found right. */
export async function approve(
  ctx: Context,
  actor: Actor,
  { params: { id }, idempotencyKey, requestHash }: Input<'admin.approveCashout'>,
): Promise<Answer<Output<'admin.approveCashout'>>> {
  const agreed = {
    transaction_id: id,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: 'cashout',
    key: idempotencyKey,
    request_hash: Buffer.from(requestHash),
  }
  const outcome = await ctx.transact(async (tx) => {
    const first = await approveCashout(tx, agreed, false)
    if (first.code !== 'STEP_UP_REQUIRED') return first
    await requireStepUp(ctx, tx, actor, 'cashout')
    return approveCashout(tx, agreed, true)
  })
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const cashout = presentCashout(await getCashout(ctx.db, actor.user_id, id), actor)
  if (outcome.replayed) return replayed(cashout)
  ctx.wakeOutbox()
  return new Answer(cashout)
}

import { approvePayouts } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { isHolder } from '../../payouts/is-holder.ts'

export async function approve(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.approvePayouts'>,
): Promise<Output<'admin.approvePayouts'>> {
  const ids = [...new Set(body.ids)]
  await ctx.transact(async (tx) => {
    const { code, n } = await approvePayouts(tx, { actor_id: actor.user_id, ids }, isHolder)
    if (code !== null) throw ledgerProblem({ code, n })
    for (const id of ids)
      await recordAct(ctx, tx, { actor, requestId, action: 'payout.approve', object: `payout:${id}` })
  })
  return { approved: ids.length }
}

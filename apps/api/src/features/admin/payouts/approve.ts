import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { heldBy } from '../../payouts/held.ts'
import { listPayoutsByIds } from '../../payouts/office-store.ts'
import { approvePayouts } from '../../payouts/store.ts'

export async function approve(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.approvePayouts'>,
): Promise<Output<'admin.approvePayouts'>> {
  const ids = [...new Set(body.ids)]
  await ctx.transact(async (tx) => {
    const { code, n } = await approvePayouts(tx, ids, actor.user_id)
    if (code !== null) throw ledgerProblem({ code, n })
    const held = (await listPayoutsByIds(tx, ids)).find((row) => heldBy(row) !== null)
    if (held) throw new Problem('PAYOUT_HELD', { blanks: { n: held.reference } })
    for (const id of ids)
      await recordAct(ctx, tx, { actor, requestId, action: 'payout.approve', object: `payout:${id}` })
  })
  return { approved: ids.length }
}

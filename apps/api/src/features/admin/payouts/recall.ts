import { recallPayout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { getRow } from '../../payouts/get-row.ts'
import { afterFailures } from '../../payouts/record-results.ts'

/** The money is back although the bank had paid it: it was called back. */
export async function recall(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.recallPayout'>,
): Promise<Output<'admin.recallPayout'>> {
  await getRow(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const { code, replayed } = await recallPayout(tx, {
      id: params.id,
      return_id: uuidv7(ctx.now()),
      actor_id: actor.user_id,
      failure: body.failure,
    })
    if (code !== null) throw new Problem(code)
    if (replayed) return
    await afterFailures(ctx, tx, [params.id])
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.recall',
      object: `payout:${params.id}`,
      after: { failure: body.failure },
    })
  })
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return getRow(ctx, actor, params.id)
}

import { cancelPayout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { getRow } from '../../payouts/get-row.ts'
import { notifyOfPayouts } from '../../payouts/notify.ts'

/** Accounting takes a request back that is in no file yet. */
export async function adminCancel(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.cancelPayout'>,
): Promise<Output<'admin.cancelPayout'>> {
  await getRow(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const { code, replayed } = await cancelPayout(tx, {
      id: params.id,
      return_id: uuidv7(ctx.now()),
      member_id: null,
      actor_id: actor.user_id,
      reason: body.reason,
    })
    if (code !== null) throw new Problem(code)
    if (replayed) return
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.cancel',
      object: `payout:${params.id}`,
      note: body.reason,
    })
    await notifyOfPayouts(ctx, tx, [params.id], 'canceled')
  })
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return getRow(ctx, actor, params.id)
}

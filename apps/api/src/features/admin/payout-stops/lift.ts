import { resumePayouts } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { findStop } from '../../payout-methods/stop-store.ts'
import { notifyOfMethod } from '../../payout-methods/notify.ts'

/** Head office knows whom it deals with again. */
export async function resume(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.resumePayouts'>,
): Promise<undefined> {
  await ctx.transact(async (tx) => {
    const code = await resumePayouts(tx, { id: params.id, actor_id: actor.user_id, note: body.note })
    if (code !== null) throw new Problem(code)
    const method = (await findStop(tx, params.id))!
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.resume',
      object: `payout_stop:${params.id}`,
      subject_id: method.user_id,
      note: body.note,
    })
    await notifyOfMethod(ctx, tx, method, 'resumed', { ...method, id: method.payout_method_id })
  })
  ctx.wakeMessenger()
  ctx.wakePusher()
}

import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { notifyScreens } from './notify-screens.ts'
import { cancelApproval, findApproval } from './store.ts'

/** The clerk who asked has thought better of it. A request that was decided, or taken back already, stays as it is. */
export async function cancel(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'approvals.cancel'>,
): Promise<Output<'approvals.cancel'>> {
  const row = await findApproval(ctx.db, params.id)
  if (!row || row.requested_by.id !== actor.user_id) throw new Problem('NOT_FOUND')
  await ctx.transact(async (tx) => {
    if (!(await cancelApproval(tx, row.id))) return
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'approval.cancelled',
      object: `approval:${row.id}`,
      store_id: row.store_id,
      before: { status: 'waiting' },
      after: { status: 'cancelled' },
    })
    await notifyScreens(ctx, tx, row)
  })
  ctx.wakeLive()
}

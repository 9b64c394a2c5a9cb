import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { recordAct } from '../../log/index.ts'
import { forgetDirectory } from '../../transactions/index.ts'
import { getStore } from '../../stores/get-store.ts'
import { endStore, findStoreForUpdate, holdDay, listClosing } from '../../stores/store.ts'

/**
 * Closes a shop for good, once everything there is done. Movements that are under way come to their end first, and a
 * request that comes afterwards finds no register. Asked again it is closed already.
 */
export async function closeStore(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.closeStore'>,
): Promise<Output<'admin.closeStore'>> {
  await ctx.transact(async (tx) => {
    await holdDay(tx, params.id)
    const store = await findStoreForUpdate(tx, params.id)
    if (!store) throw new Problem('NOT_FOUND')
    if (store.closed_on !== null) return
    if ((await listClosing(tx, params.id)).length > 0) throw new Problem('STORE_NOT_READY')
    const closed_on = await endStore(tx, params.id, ctx.now())
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.closed',
      object: `store:${params.id}`,
      store_id: params.id,
      before: { closed_on: null },
      after: { closed_on },
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  forgetDirectory(ctx)
  return getStore(ctx, params.id, actor.employee?.device?.id)
}

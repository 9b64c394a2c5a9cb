import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { deleteDevice } from '../../stores/device-store.ts'
import { getStore } from '../../stores/get-store.ts'
import { isOwnStore } from '../../stores/rules.ts'

/** The browser is a register no more, from its next call on. */
export async function removeDevice(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.removeDevice'>,
): Promise<Output<'admin.removeDevice'>> {
  if (!isOwnStore(actor, params.id)) throw new Problem('NOT_FOUND')
  await ctx.transact(async (tx) => {
    const gone = await deleteDevice(tx, params.device)
    if (gone?.store_id !== params.id) throw new Problem('NOT_FOUND')
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.device_removed',
      object: `store:${params.id}:${params.device}`,
      store_id: params.id,
      before: { register: gone.register, device: gone.label },
      after: { register: gone.register, device: null },
    })
  })
  ctx.sessions.forgetDevices()
  return getStore(ctx, params.id, actor.employee?.device?.id)
}

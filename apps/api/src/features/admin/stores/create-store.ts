import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { requireStepUp } from '../../auth/index.ts'
import { recordAct } from '../../log/index.ts'
import { forgetDirectory } from '../../transactions/index.ts'
import { getStore } from '../../stores/get-store.ts'
import { insertRegister, insertStore } from '../../stores/store.ts'
import { firstRegister } from './text.ts'

/** A shop with its first register: without one, it could not sell. */
export async function createStore(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.createStore'>,
): Promise<Output<'admin.createStore'>> {
  const id = uuidv7(ctx.now())
  const register = { id: uuidv7(ctx.now()), store_id: id, number: 1, name: firstRegister }
  await ctx.transact(async (tx) => {
    await insertStore(tx, { id, ...body })
    await insertRegister(tx, register)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.created',
      object: `store:${id}`,
      store_id: id,
      after: { ...body, register: register.name },
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  forgetDirectory(ctx)
  return getStore(ctx, id, actor.employee?.device?.id)
}

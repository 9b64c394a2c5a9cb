import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { forgetDirectory } from '../../../transactions/index.ts'
import { getStore } from '../../../stores/get-store.ts'
import { asClosedStore, findStoreForUpdate, insertRegister, listRegisters } from '../../../stores/store.ts'

const most = 99

/** One more register, under the next number of its store. Numbers of registers out of use are not given again. */
export async function createRegister(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.createRegister'>,
): Promise<Output<'admin.createRegister'>> {
  await ctx.transact(async (tx) => {
    if (!(await findStoreForUpdate(tx, params.id))) throw new Problem('NOT_FOUND')
    const registers = await listRegisters(tx, params.id)
    const number = (registers.at(-1)?.number ?? 0) + 1
    if (number > most) throw new Problem('REGISTER_LIMIT')
    const id = uuidv7(ctx.now())
    await insertRegister(tx, { id, store_id: params.id, number, name: body.name }).catch(asClosedStore)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.register_added',
      object: `store:${params.id}:${id}`,
      store_id: params.id,
      after: { register: body.name, number },
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  forgetDirectory(ctx)
  return getStore(ctx, params.id, actor.employee?.device?.id)
}

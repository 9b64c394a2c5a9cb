import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { forgetDirectory } from '../../../transactions/index.ts'
import { getStore } from '../../../stores/get-store.ts'
import {
  asClosedStore,
  findRegisterForUpdate,
  findStoreForUpdate,
  holdDay,
  isServing,
  listRegisters,
  saveRegister,
} from '../../../stores/store.ts'

/** Another name, or out of use and back. What is under way at the register comes to its end before it closes. */
export async function updateRegister(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateRegister'>,
): Promise<Output<'admin.updateRegister'>> {
  await ctx.transact(async (tx) => {
    await holdDay(tx, params.id)
    if (!(await findStoreForUpdate(tx, params.id))) throw new Problem('NOT_FOUND')
    const before = await findRegisterForUpdate(tx, params.id, params.register)
    if (!before) throw new Problem('NOT_FOUND')
    const wasClosed = before.closed_at !== null
    const closed = body.closed ?? wasClosed
    const name = body.name ?? before.name
    if (closed === wasClosed && name === before.name) return

    const at = ctx.now()
    if (closed && !wasClosed) {
      if (await isServing(tx, before.id, at)) throw new Problem('REGISTER_IN_USE')
      const others = (await listRegisters(tx, params.id)).filter(
        (other) => other.closed_at === null && other.id !== before.id,
      )
      if (others.length === 0) throw new Problem('REGISTER_LAST')
    }
    await saveRegister(tx, {
      id: before.id,
      name,
      closed_at: closed ? (before.closed_at ?? at) : null,
    }).catch(asClosedStore)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: actionOf(wasClosed, closed),
      object: `store:${params.id}:${before.id}`,
      store_id: params.id,
      // The name always: it says which register this was.
      before: { register: before.name, ...(closed !== wasClosed && { closed: wasClosed }) },
      after: { register: name, ...(closed !== wasClosed && { closed }) },
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  forgetDirectory(ctx)
  return getStore(ctx, params.id, actor.employee?.device?.id)
}

function actionOf(wasClosed: boolean, closed: boolean): string {
  if (wasClosed === closed) return 'store.register_changed'
  return closed ? 'store.register_closed' : 'store.register_opened'
}

import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { inviteStaff, noPassword, requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { getStaff } from '../../../staff/get-staff.ts'
import { isInStore, mayKeep } from '../../../staff/rules.ts'
import { insertEmployee, isOpenStore } from '../../../staff/changes-store.ts'
import { asProblem } from './update-staff.ts'

/** Takes on an employee. They choose their own password by the invitation that is shown here once. */
export async function createStaff(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.createStaff'>,
): Promise<Output<'admin.createStaff'>> {
  const { name, type, store_id } = body
  if (isInStore(type) !== (store_id !== null)) throw new Problem('STAFF_STORE')
  if (store_id !== null && !(await isOpenStore(ctx.db, store_id))) throw new Problem('NOT_FOUND')
  const at = ctx.now()
  const id = uuidv7(at)
  if (!mayKeep(actor, { id, type, store_id })) throw new Problem('FORBIDDEN')
  const password_hash = await noPassword(ctx.keys.pepper)
  const invitation = await ctx.transact(async (tx) => {
    const number = await insertEmployee(tx, {
      id,
      name,
      type,
      store_id,
      password_hash,
      by: actor.user_id,
      at,
    }).catch(asProblem)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'staff.created',
      object: `staff:${id}`,
      store_id,
      after: { number, name, type, store_id },
    })
    await requireStepUp(ctx, tx, actor, 'staff')
    return inviteStaff(ctx, tx, { actor, userId: id })
  })
  return { staff: await getStaff(ctx, actor, id), invitation }
}

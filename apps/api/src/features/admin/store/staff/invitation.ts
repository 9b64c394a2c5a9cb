import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { inviteStaff, requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { getStaff } from '../../../staff/get-staff.ts'
import { mayKeep } from '../../../staff/rules.ts'
import { findEmployeeForUpdate } from '../../../staff/changes-store.ts'

/** A new way to a password, for a person who has lost the invitation or forgotten what they chose. */
export async function invite(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.inviteStaff'>,
): Promise<Output<'admin.inviteStaff'>> {
  const invitation = await ctx.transact(async (tx) => {
    const person = await findEmployeeForUpdate(tx, params.id)
    if (!person) throw new Problem('NOT_FOUND')
    if (person.user_id === actor.user_id) throw new Problem('STAFF_SELF')
    if (!mayKeep(actor, { ...person, id: person.user_id })) throw new Problem('NOT_FOUND')
    if (!person.active) throw new Problem('STAFF_STOPPED')
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'staff.invited',
      object: `staff:${person.user_id}`,
      store_id: person.store_id,
    })
    await requireStepUp(ctx, tx, actor, 'staff')
    return inviteStaff(ctx, tx, { actor, userId: person.user_id })
  })
  return { staff: await getStaff(ctx, actor, params.id), invitation }
}

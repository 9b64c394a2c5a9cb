import { vouchFor } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { findEmployeeForUpdate } from '../../../staff/changes-store.ts'
import { getStaff } from '../../../staff/get-staff.ts'
import { mayKeep } from '../../../staff/rules.ts'

/**
 * Declares that a person whom a colleague let in is another person than that colleague: from then on their approval
 * counts as their own.
 */
export async function vouch(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.vouchForStaff'>,
): Promise<Output<'admin.vouchForStaff'>> {
  await ctx.transact(async (tx) => {
    const person = await findEmployeeForUpdate(tx, params.id)
    if (!person) throw new Problem('NOT_FOUND')
    if (person.user_id === actor.user_id) throw new Problem('STAFF_SELF')
    if (!mayKeep(actor, { ...person, id: person.user_id })) throw new Problem('NOT_FOUND')
    const refusal = await vouchFor(tx, { user_id: person.user_id, by: actor.user_id, seen: body.let_in_at })
    if (refusal !== null) throw new Problem(refusal)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'staff.vouched',
      object: `staff:${person.user_id}`,
      store_id: person.store_id,
    })
    await requireStepUp(ctx, tx, actor, 'staff')
  })
  return getStaff(ctx, actor, params.id)
}

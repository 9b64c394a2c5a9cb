import { trimmed } from '@shirogane/contract/inputs/person'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getContact } from './contact.ts'
import { findContact, markContact, noteOnContact, recordContactAct } from '../contact-store.ts'

export async function updateContact(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.updateContact'>,
): Promise<Output<'admin.updateContact'>> {
  await ctx.transact(async (tx) => {
    const before = await findContact(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    const by = { contact_id: before.id, employee_id: actor.user_id }
    const note = body.note === undefined ? before.note : trimmed(body.note)
    if (note !== before.note) {
      await noteOnContact(tx, before.id, note)
      await recordContactAct(tx, { ...by, act: 'noted', note })
    }
    if (body.status && body.status !== before.status) {
      // Two people who finish the same question at once have both to learn of it.
      if (!(await markContact(tx, before.id, body.status, actor.user_id))) throw new Problem('CONFLICT')
      await recordContactAct(tx, { ...by, act: body.status === 'done' ? 'done' : 'reopened', note: null })
    }
  })
  return getContact(ctx, params.id)
}

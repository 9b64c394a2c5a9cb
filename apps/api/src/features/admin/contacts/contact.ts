import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findContact, listContactActs, recordContactAct } from '../contact-store.ts'

/** Whose words these are is personal: every look at them is on record. */
export async function contact(
  ctx: Context,
  actor: Actor,
  { params }: Input<'admin.contact'>,
): Promise<Output<'admin.contact'>> {
  const detail = await getContact(ctx, params.id)
  await recordContactAct(ctx.db, {
    contact_id: detail.id,
    employee_id: actor.user_id,
    act: 'seen',
    note: null,
  })
  return detail
}

export async function getContact(ctx: Context, id: string): Promise<Output<'admin.contact'>> {
  const row = await findContact(ctx.db, id)
  if (!row) throw new Problem('NOT_FOUND')
  const acts = await listContactActs(ctx.db, id)
  const { user_id, username, created_at, ...rest } = row
  return {
    ...rest,
    user: user_id !== null && username !== null ? { id: user_id, username } : null,
    acts: acts.map((act) => ({ ...act, at: act.at.toISOString() })),
    created_at: created_at.toISOString(),
  }
}

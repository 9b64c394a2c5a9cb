import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { becomeMember } from '../../auth/index.ts'
import { findReadMemberForUpdate } from '../counter-store.ts'

/** Documents were looked at across the counter: the member is verified, and their phone hears of it. */
export async function verifyUser(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.verifyUser'>,
): Promise<Output<'admin.verifyUser'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  await ctx.transact(async (tx) => {
    const at = ctx.now()
    const since = new Date(at.getTime() - limits.counterCheckSeconds * 1000)
    const member = await findReadMemberForUpdate(tx, { user_id: params.id, store_id, since })
    if (!member) throw new Problem('NOT_FOUND')
    const isNew = await becomeMember(ctx, tx, {
      user_id: member.id,
      method: 'counter',
      phone_number: member.phone_number,
      employee_id: actor.user_id,
      store_id,
      document: body.document,
      at,
    })
    if (!isNew) throw new Problem('ALREADY_VERIFIED')
  })
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return { id: params.id, verified: true }
}

import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getMember, getOthersMember, getSheet } from '../../members/sheet.ts'
import { allowMember, recordAct } from '../../members/store.ts'

export async function allow(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.allowUser'>,
): Promise<Output<'admin.allowUser'>> {
  await getOthersMember(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const at = ctx.now()
    const done = await allowMember(tx, {
      user_id: params.id,
      at,
      employee_id: actor.user_id,
      reason: body.reason,
    })
    if (!done) throw new Problem('CONFLICT')
    await recordAct(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'member.allow',
      subject_id: params.id,
      object: `member:${params.id}`,
      request_id: requestId,
      after: { reason: body.reason },
    })
  })
  return getSheet(ctx, await getMember(ctx, actor, params.id))
}

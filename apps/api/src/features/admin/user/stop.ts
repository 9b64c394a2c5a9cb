import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { endSessionsOf } from '../../auth/index.ts'
import { getMember, getOthersMember, getSheet } from '../../members/sheet.ts'
import { recordAct, recordStop, stopMember } from '../../members/store.ts'

/**
 * Stops an account: its sessions end, its pay codes with them, and no payment settles after this commit. A thief who
 * had the phone does not come back with it when the account may be used again.
 */
export async function stopUser(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.stopUser'>,
): Promise<Output<'admin.stopUser'>> {
  await getOthersMember(ctx, actor, params.id)
  const ended = await ctx.transact(async (tx) => {
    const at = ctx.now()
    if (!(await stopMember(tx, params.id, at))) throw new Problem('CONFLICT')
    await recordStop(tx, {
      id: uuidv7(at),
      user_id: params.id,
      at,
      employee_id: actor.user_id,
      reason: body.reason,
    })
    await recordAct(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'member.stop',
      subject_id: params.id,
      object: `member:${params.id}`,
      request_id: requestId,
      after: { reason: body.reason },
    })
    return endSessionsOf(tx, { user_id: params.id, reason: 'stopped', at })
  })
  for (const id of ended) ctx.sessions.forget(id)
  return getSheet(ctx, await getMember(ctx, actor, params.id))
}

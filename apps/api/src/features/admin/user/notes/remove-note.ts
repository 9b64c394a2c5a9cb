import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { getMember, getSheet } from '../../../members/sheet.ts'
import { dropNote, recordAct } from '../../../members/store.ts'

export async function removeNote(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.removeNote'>,
): Promise<Output<'admin.removeNote'>> {
  const row = await getMember(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const at = ctx.now()
    const employee_id = actor.user_id
    if (!(await dropNote(tx, { id: params.note, user_id: row.id, employee_id, at })))
      throw new Problem('NOT_FOUND')
    await recordAct(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'member.unnote',
      subject_id: row.id,
      object: `note:${params.note}`,
      request_id: requestId,
      after: null,
    })
  })
  return getSheet(ctx, row)
}

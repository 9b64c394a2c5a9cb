import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { getMember, getSheet } from '../../../members/sheet.ts'
import { recordAct, recordNote } from '../../../members/store.ts'

export async function note(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.noteUser'>,
): Promise<Output<'admin.noteUser'>> {
  const row = await getMember(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const at = ctx.now()
    const id = uuidv7(at)
    await recordNote(tx, { id, user_id: row.id, author_id: actor.user_id, ...body, at })
    await recordAct(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'member.note',
      subject_id: row.id,
      object: `note:${id}`,
      request_id: requestId,
      after: body,
    })
  })
  return getSheet(ctx, row)
}

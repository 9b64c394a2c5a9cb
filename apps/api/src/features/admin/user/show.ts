import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { getMember, getSheet } from '../../members/sheet.ts'
import { recordAct } from '../../members/store.ts'

/** Everything about a member is personal: who looked, when and to what end is on record before it is shown. */
export async function showUser(
  ctx: Context,
  actor: Actor,
  { params, query, requestId }: Input<'admin.showUser'>,
): Promise<Output<'admin.showUser'>> {
  const row = await getMember(ctx, actor, params.id)
  const at = ctx.now()
  await recordAct(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'member.show',
    subject_id: row.id,
    object: `purpose:${query.purpose}`,
    request_id: requestId,
    after: null,
  })
  return getSheet(ctx, row)
}

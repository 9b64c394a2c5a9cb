import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { getBuyback, getDetails } from '../../buybacks/get.ts'
import { recordLook } from '../../buybacks/store.ts'

export async function showBuyback(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.buyback'>,
): Promise<Output<'admin.buyback'>> {
  const row = await getBuyback(ctx, actor, params.id)
  const at = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'buyback.show',
    subject_id: row.customer_id,
    object: `buyback:${row.id}`,
    request_id: requestId,
  })
  return getDetails(ctx, actor, row.id)
}

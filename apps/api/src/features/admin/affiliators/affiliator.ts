import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { recordAct } from '../../log/index.ts'
import { getAffiliator, getAffiliatorSheet } from '../../affiliates/admin-sheet.ts'

/** Who invited whom is personal: who looked at it is on record before it is shown. */
export async function adminShow(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.affiliator'>,
): Promise<Output<'admin.affiliator'>> {
  const { user_id } = await getAffiliator(ctx, actor, params.id)
  await recordAct(ctx, ctx.db, { actor, requestId, action: 'affiliate.seen', subject_id: user_id })
  return getAffiliatorSheet(ctx, actor, user_id)
}

import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { presentCampaign } from './present.ts'
import { findCampaign, findForMember, recordEntry } from './store.ts'

/** A member asks to take part; payments count from here on. */
export async function enterCampaign(
  ctx: Context,
  actor: Actor,
  { params }: Input<'campaigns.enter'>,
): Promise<Output<'campaigns.enter'>> {
  ctx.limits.capCalls(`campaign-entry:${actor.user_id}`, 30)
  const row = await findForMember(ctx.db, actor.user_id, params.id)
  if (!row) throw new Problem((await findCampaign(ctx.db, params.id)) ? 'CAMPAIGN_ENDED' : 'NOT_FOUND')
  await recordEntry(ctx.db, row.id, actor.user_id)
  return presentCampaign({ ...row, entered: true })
}

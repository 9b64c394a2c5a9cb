import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { presentCampaign } from './present.ts'
import { listForMember } from './store.ts'

export async function listCampaigns(ctx: Context, actor: Actor): Promise<Output<'campaigns.list'>> {
  return { items: (await listForMember(ctx.db, actor.user_id)).map(presentCampaign) }
}

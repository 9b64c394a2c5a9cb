import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/page.ts'
import { presentAdminCampaign } from './present.ts'
import { countCampaigns, listCampaigns } from './store.ts'

export async function adminList(
  ctx: Context,
  _actor: Actor,
  { query: { page, limit, state } }: Input<'admin.campaigns'>,
): Promise<Output<'admin.campaigns'>> {
  const [rows, counted] = await Promise.all([
    listCampaigns(ctx.db, state, (page - 1) * limit, limit + 1),
    countCampaigns(ctx.db, state),
  ])
  return pageOf(rows.map(presentAdminCampaign), { page, limit, counted })
}

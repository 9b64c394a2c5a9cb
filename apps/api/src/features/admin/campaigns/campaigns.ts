import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { presentAdminCampaign } from '../../campaigns/present.ts'
import { countCampaigns, listCampaigns, listStores } from '../../campaigns/store.ts'

export async function adminList(
  ctx: Context,
  _actor: Actor,
  { query: { page, limit, state } }: Input<'admin.campaigns'>,
): Promise<Output<'admin.campaigns'>> {
  const [rows, counted, stores] = await Promise.all([
    listCampaigns(ctx.db, state, (page - 1) * limit, limit + 1),
    countCampaigns(ctx.db, state),
    listStores(ctx.db),
  ])
  return { ...pageOf(rows.map(presentAdminCampaign), { page, limit, counted }), stores }
}

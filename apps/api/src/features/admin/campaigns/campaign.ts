import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { listChanges } from '../index.ts'
import { presentAdminCampaign } from '../../campaigns/present.ts'
import { findCampaign } from '../../campaigns/store.ts'

export function adminShow(
  ctx: Context,
  _actor: Actor,
  { params }: Input<'admin.campaign'>,
): Promise<Output<'admin.campaign'>> {
  return getCampaign(ctx, params.id)
}

export async function getCampaign(ctx: Context, id: string): Promise<Output<'admin.campaign'>> {
  const row = await findCampaign(ctx.db, id)
  if (!row) throw new Problem('NOT_FOUND')
  return { ...presentAdminCampaign(row), changes: await listChanges(ctx, `campaign:${id}`) }
}

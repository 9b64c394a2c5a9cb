import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { getCampaign } from './campaign.ts'
import { isAsSeen } from '../../../lib/as-seen.ts'
import { asWritten, changed, recorded, termsRefusal } from '../../campaigns/rules.ts'
import { changeCampaign, findCampaignForUpdate, knowsPlaces } from '../../campaigns/store.ts'

export async function adminUpdate(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateCampaign'>,
): Promise<Output<'admin.updateCampaign'>> {
  await ctx.transact(async (tx) => {
    const before = await findCampaignForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    const { before: _, ...terms } = body
    if (!isAsSeen(body, asWritten(before))) throw new Problem('CONFLICT')
    const after = changed(before, terms, ctx.now())
    const refusal = termsRefusal(after)
    if (refusal) throw new Problem(refusal)
    if (!(await knowsPlaces(tx, after.store_ids ?? [], after.level_indexes ?? [])))
      throw new Problem('CAMPAIGN_TERMS_INVALID')
    await changeCampaign(tx, after).catch(asProblem)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'campaign.change',
      object: `campaign:${before.id}`,
      before: recorded(before),
      after: recorded(after),
    })
  })
  return getCampaign(ctx, params.id)
}

/** What the database holds against the change: its promise to members, or a number that does not fit. */
function asProblem(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === '23001') throw new Problem('CAMPAIGN_STARTED')
  if (code === '23514') throw new Problem('CAMPAIGN_TERMS_INVALID')
  throw error
}

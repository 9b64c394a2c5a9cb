import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { getCampaign } from './campaign.ts'
import { recorded, termsRefusal } from '../../campaigns/rules.ts'
import {
  type CampaignRow,
  findCampaignForUpdate,
  knowsPlaces,
  recordCampaign,
} from '../../campaigns/store.ts'

/** The maker names the id, so that a form that was sent twice makes one campaign. */
export async function adminCreate(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.createCampaign'>,
): Promise<Output<'admin.createCampaign'>> {
  const row: CampaignRow = {
    ...body,
    starts_at: new Date(body.starts_at),
    ends_at: new Date(body.ends_at),
    paused_at: null,
    created_at: ctx.now(),
    created_by: actor.user_id,
  }
  const refusal = termsRefusal(row)
  if (refusal) throw new Problem(refusal)
  if (row.ends_at <= ctx.now()) throw new Problem('CAMPAIGN_TERMS_INVALID')
  await ctx.transact(async (tx) => {
    if (!(await knowsPlaces(tx, row.store_ids ?? [], row.level_indexes ?? [])))
      throw new Problem('CAMPAIGN_TERMS_INVALID')
    if (!(await recordCampaign(tx, row))) {
      const existing = await findCampaignForUpdate(tx, row.id)
      const isSame = JSON.stringify(existing && recorded(existing)) === JSON.stringify(ordered(existing, row))
      if (existing?.created_by !== actor.user_id || !isSame) throw new Problem('CONFLICT')
      return
    }
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'campaign.create',
      object: `campaign:${row.id}`,
      before: null,
      after: recorded(row),
    })
  })
  return getCampaign(ctx, row.id)
}

/** The terms of `row` in the order of the columns, to be compared as text. */
function ordered(existing: CampaignRow | null, row: CampaignRow): unknown {
  return existing && Object.fromEntries(Object.keys(recorded(existing)).map((key) => [key, row[key]]))
}

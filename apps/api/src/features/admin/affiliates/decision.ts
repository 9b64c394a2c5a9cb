import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { getAffiliatorSheet, getOthersAffiliator } from '../../affiliates/admin-sheet.ts'
import { mayDecide } from '../../affiliates/rules.ts'
import {
  clearFlags,
  findAffiliateForUpdate,
  isOwnAccount,
  recordDecision,
  recordStanding,
} from '../../affiliates/store.ts'

/** What head office makes of one invitation, with its reason; the rewards follow in the same commit. */
export async function decideAffiliate(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.decideAffiliate'>,
): Promise<Output<'admin.decideAffiliate'>> {
  const at = ctx.now()
  const affiliatorId = await ctx.transact(async (tx) => {
    const affiliate = await findAffiliateForUpdate(tx, params.id)
    if (!affiliate) throw new Problem('NOT_FOUND')
    await getOthersAffiliator(ctx, actor, affiliate.affiliator_id)
    if (await isOwnAccount(tx, actor.user_id, affiliate.user_id)) throw new Problem('SELF_DEALING')
    if (!mayDecide(affiliate.standing, body.decision)) throw new Problem('CONFLICT')
    await recordDecision(tx, {
      id: uuidv7(at),
      affiliate_id: affiliate.id,
      decision: body.decision,
      note: body.note,
      decided_by: actor.user_id,
      at,
    })
    if (body.decision === 'good') await clearFlags(tx, affiliate.id, at)
    await recordStanding(tx, affiliate.id, body.decision)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'affiliate.decided',
      subject_id: affiliate.user_id,
      object: `affiliate:${affiliate.id}`,
      before: { standing: affiliate.standing },
      after: { standing: body.decision },
      note: body.note,
    })
    return affiliate.affiliator_id
  })
  return getAffiliatorSheet(ctx, actor, affiliatorId)
}

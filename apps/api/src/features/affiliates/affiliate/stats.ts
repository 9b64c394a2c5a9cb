import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findAffiliate, listAffiliateMonths } from '../figures-store.ts'
import { getOwn } from '../own.ts'
import { presentAffiliate } from '../present.ts'
import { readRewardTerms } from '../affiliator/terms.ts'

const dayMs = 86_400_000

/** One invited person's figures: for their inviter, and for head office. */
export async function affiliateStats(
  ctx: Context,
  actor: Actor,
  { params }: Input<'affiliates.affiliateStats'>,
): Promise<Output<'affiliates.affiliateStats'>> {
  if (!actor.employee) await getOwn(ctx, actor)
  const row = await findAffiliate(ctx.db, params.id, actor.employee ? null : actor.user_id)
  if (!row) throw new Problem('NOT_FOUND')
  const [months, { days }] = await Promise.all([
    listAffiliateMonths(ctx.db, row.user_id),
    readRewardTerms(ctx.db),
  ])
  return {
    ...presentAffiliate(row),
    // The last moment that counts is just before the same time of the day after the last.
    counts_until: tokyoDate(new Date(row.created_at.getTime() + days * dayMs - 1)),
    purchases: months.reduce((sum, { purchases }) => sum + purchases, 0),
    rewards_pending: months.reduce((sum, { pending }) => sum + pending, 0),
    months: months.map(({ month, purchases, rewards }) => ({ month, purchases, rewards })),
  }
}

import type { AffiliateReason, AffiliateStanding } from '@shirogane/contract/affiliate-words'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { listLookalikes } from './lookalike-store.ts'
import { needsLook } from './rules.ts'
import { findAffiliateForUpdate, recordFlags, recordStanding, reviewRewards } from './store.ts'

const atOnce = 200

/** Writes down what an inviter and their friend have in common. What weighs is looked at before it is rewarded. */
export async function noteShared(
  ctx: Context,
  tx: Tx,
  affiliateId: string,
  reasons: readonly AffiliateReason[],
): Promise<void> {
  const found = await recordFlags(tx, affiliateId, reasons, ctx.now())
  if (!needsLook(found)) return
  const affiliate = await findAffiliateForUpdate(tx, affiliateId)
  if (affiliate?.standing === 'good') {
    await setStanding(tx, affiliate, { to: 'held', why: found.join(', '), by: null })
  }
}

/** What the standing of an invitation means for its rewards. */
const reviewOf = { good: 'cleared', held: 'review', void: 'struck' } as const

/** The one way in which the standing of an invitation changes: its rewards follow in the same commit. */
export async function setStanding(
  tx: Tx,
  affiliate: { id: string; user_id: string },
  { to, why, by }: { to: AffiliateStanding; why: string; by: string | null },
): Promise<void> {
  await recordStanding(tx, affiliate.id, to)
  const refusal = await reviewRewards(tx, { user_id: affiliate.user_id, state: reviewOf[to], why, by })
  if (refusal === 'SELF_DEALING') throw new Problem('SELF_DEALING')
  if (refusal !== null) throw new Error(`The rewards of an invitation did not follow: ${refusal}`)
}

/** Looks at invitations whose rewards are about to be confirmed. Answers how many have something to be looked at. */
export async function watchInvitations(ctx: Context): Promise<number> {
  const found = await listLookalikes(ctx.db, atOnce)
  for (const { id, reasons } of found) await ctx.transact((tx) => noteShared(ctx, tx, id, reasons))
  return found.length
}

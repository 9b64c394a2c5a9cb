import type { AffiliateReason } from '@shirogane/contract/affiliate-words'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { listLookalikes } from './lookalike-store.ts'
import { needsLook } from './rules.ts'
import { findAffiliateForUpdate, recordFlags, recordStanding } from './store.ts'

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
  if (affiliate?.standing === 'good') await recordStanding(tx, affiliateId, 'held')
}

/** All of them, to the last: what is confirmed after this was looked at. */
export async function watchAllInvitations(ctx: Context, hold: () => Promise<void>): Promise<void> {
  while ((await watchInvitations(ctx)) > 0) await hold()
}

/** Looks at invitations whose rewards are about to be confirmed. Answers how many have something to be looked at. */
export async function watchInvitations(ctx: Context): Promise<number> {
  const found = await listLookalikes(ctx.db, atOnce)
  for (const { id, reasons } of found) await ctx.transact((tx) => noteShared(ctx, tx, id, reasons))
  return found.length
}

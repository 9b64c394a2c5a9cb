import type { AffiliateReason } from '@shirogane/contract/terms/affiliate-words'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import {
  findInvitationId,
  listDueInvitations,
  listInvitationsBefore,
  listLookalikes,
} from './lookalike-store.ts'
import { isOneself, needsLook } from './rules.ts'
import { findAffiliateForUpdate, recordFlags, recordStanding } from './store.ts'

const atOnce = 500
/** Behind every id that there is. */
const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

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

/** Before a person is given anything for having come by an invitation: whether it was their own. */
export async function lookAtOwnInvitation(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const id = await findInvitationId(tx, userId)
  if (id === null) return
  const reasons = (await listLookalikes(tx, [id])).flatMap((found) => found.reasons)
  const own = reasons.filter((reason) => isOneself([reason]))
  if (own.length > 0) await noteShared(ctx, tx, id, own)
}

/** All whose rewards are about to be confirmed, to the last: what is confirmed after this was looked at. */
export async function watchDueInvitations(ctx: Context, hold: () => Promise<void>): Promise<void> {
  const due = await listDueInvitations(ctx.db)
  for (let from = 0; from < due.length; from += atOnce) {
    await lookAt(ctx, due.slice(from, from + atOnce))
    await hold()
  }
}

/**
 * Rounds that look at all whose rewards are still to come, so many at a time, so that head office hears early of what the
 * night before the rewards would find: however many there are, a round costs the same. Each answers in how many
 * invitations there was something to be noticed.
 */
export function watchInvitations(ctx: Context, count: number = atOnce): () => Promise<number> {
  let before = newest
  return async () => {
    const next = await listInvitationsBefore(ctx.db, before, count)
    before = next.length < count ? newest : next.at(-1)!.id
    return lookAt(
      ctx,
      next.filter(({ waits }) => waits).map(({ id }) => id),
    )
  }
}

async function lookAt(ctx: Context, ids: readonly string[]): Promise<number> {
  const found = await listLookalikes(ctx.db, ids)
  for (const { id, reasons } of found) await ctx.transact((tx) => noteShared(ctx, tx, id, reasons))
  return found.length
}

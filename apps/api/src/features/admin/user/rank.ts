import { giveRank as give } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getHomeStore, requireApprovalOnce } from '../../approvals/index.ts'
import { notifyOfGiven } from '../../levels/index.ts'
import { findRank, isGiven } from '../../members/ranks-store.ts'
import { getMember, getOthersMember, getSheet } from '../../members/sheet.ts'

/**
 * Gives a member a higher rank than purchases gave, until a day: by the approval of a second person of head office, for exactly
 * this member, rank and day. The same request once more changes nothing.
 */
export async function giveRank(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.giveRank'>,
): Promise<Output<'admin.giveRank'>> {
  const { level_id, until, reason, approval_id } = body
  await getOthersMember(ctx, actor, params.id)
  const rank = await findRank(ctx.db, level_id)
  if (rank === null) throw new Problem('NOT_FOUND')
  await ctx.transact(async (tx) => {
    const given = { id: approval_id, user_id: params.id, level_index: rank.level_index, until }
    const approved_by = await requireApprovalOnce(
      ctx,
      tx,
      actor,
      {
        kind: 'rank',
        store_id: await getHomeStore(tx),
        amount: null,
        subject: { user_id: params.id, level_id, rank: rank.name, until },
      },
      approval_id,
      () => isGiven(tx, given),
    )
    if (approved_by === null) return
    const refusal = await give(tx, { ...given, reason, given_by: actor.user_id, approved_by })
    if (refusal !== null) throw new Problem(refusal)
  })
  await notifyOfGiven(ctx)
  return getSheet(ctx, await getMember(ctx, actor, params.id))
}

import { endGivenRank } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { notifyOfGiven } from '../../../levels/index.ts'
import { getMember, getOthersMember, getSheet } from '../../../members/sheet.ts'

/** Ends a given rank before its day: from here on the rank by purchases counts. */
export async function endRank(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.endRank'>,
): Promise<Output<'admin.endRank'>> {
  await getOthersMember(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const refusal = await endGivenRank(tx, {
      user_id: params.id,
      reason: body.reason,
      ended_by: actor.user_id,
    })
    if (refusal !== null) throw new Problem(refusal)
  })
  await notifyOfGiven(ctx)
  return getSheet(ctx, await getMember(ctx, actor, params.id))
}

import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { isAsSeen } from '../../../lib/as-seen.ts'
import { presentRank } from '../../levels/present.ts'
import { changeRank, countMembers, findRankForUpdate } from '../../levels/store.ts'

/** What a rank asks for and gives. Members keep what they have reached: a higher quota counts from the next year on. */
export async function adminUpdate(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateLevel'>,
): Promise<Output<'admin.updateLevel'>> {
  const after = await ctx.transact(async (tx) => {
    const before = await findRankForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    if (!isAsSeen(body, presentRank(before))) throw new Problem('CONFLICT')
    const next = {
      ...before,
      name: body.name ?? before.name,
      quota: body.quota ?? before.quota,
      rate_bp: body.point_rate ?? before.rate_bp,
      birthday_points: body.birthday_points ?? before.birthday_points,
      benefits: body.benefits ?? before.benefits,
    }
    await changeRank(tx, next).catch(asProblem)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'level.change',
      object: `level:${before.id}`,
      before,
      after: next,
    })
    return next
  })
  const counts = await countMembers(ctx.db)
  const members = counts.find(({ level_index }) => level_index === after.level_index)?.members ?? 0
  return { ...presentRank(after), members }
}

/** The database keeps the ranks in their order; an equal quota is no order either. */
function asProblem(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === '23514' || code === '23505') throw new Problem('LEVELS_ASCEND')
  throw error
}

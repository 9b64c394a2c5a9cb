import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { isAsSeen } from '../../../../lib/as-seen.ts'
import { recordChange } from '../../index.ts'
import { presentBanner } from '../../../banners/rules.ts'
import { forgetBanners } from './banners.ts'
import { changeBanner, findBannerForUpdate } from '../../../banners/store.ts'
import { rowOf } from '../../../banners/take.ts'

export async function updateBanner(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateBanner'>,
): Promise<Output<'admin.updateBanner'>> {
  const row = await ctx.transact(async (tx) => {
    const before = await findBannerForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    const { before: _, ...fields } = body
    if (!isAsSeen(body, presentBanner(before, ctx.now()))) throw new Problem('CONFLICT')
    const after = await rowOf(tx, before.id, fields)
    await changeBanner(tx, after)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'banner.change',
      object: `banner:${before.id}`,
      before,
      after,
    })
    return { ...after, position: before.position }
  })
  forgetBanners(ctx)
  return presentBanner(row, ctx.now())
}

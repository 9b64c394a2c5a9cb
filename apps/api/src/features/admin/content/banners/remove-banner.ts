import type { Actor, Context } from '../../../../context.ts'
import type { Input } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordChange } from '../../index.ts'
import { forgetBanners } from './banners.ts'
import { dropBanner, findBannerForUpdate, lockBanners } from '../../../banners/store.ts'

export async function removeBanner(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.removeBanner'>,
): Promise<undefined> {
  await ctx.transact(async (tx) => {
    await lockBanners(tx)
    const before = await findBannerForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    await dropBanner(tx, before.id)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'banner.remove',
      object: `banner:${before.id}`,
      before: { title: before.title },
      after: { title: null },
    })
  })
  forgetBanners(ctx)
}

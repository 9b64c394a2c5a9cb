import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordChange } from '../../index.ts'
import { presentBanner } from '../../../banners/rules.ts'
import { forgetBanners } from './banners.ts'
import { insertBanner, listAll, lockBanners } from '../../../banners/store.ts'
import { rowOf } from '../../../banners/take.ts'

export async function createBanner(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.createBanner'>,
): Promise<Output<'admin.createBanner'>> {
  const row = await ctx.transact(async (tx) => {
    await lockBanners(tx)
    if ((await listAll(tx)).length >= limits.bannersMax)
      throw new Problem('BANNER_LIMIT', { blanks: { n: limits.bannersMax } })
    const made = await rowOf(tx, uuidv7(ctx.now()), body)
    await insertBanner(tx, made)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'banner.create',
      object: `banner:${made.id}`,
      before: null,
      after: made,
    })
    return made
  })
  forgetBanners(ctx)
  return presentBanner({ ...row, position: 0 }, ctx.now())
}

import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordChange } from '../../index.ts'
import { listAllBanners } from './all.ts'
import { forgetBanners } from './banners.ts'
import { listAll, lockBanners, placeBanners } from '../../../banners/store.ts'

/** The whole order anew. A caller who did not know of a banner that was added meanwhile has to look again. */
export async function order(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.orderBanners'>,
): Promise<Output<'admin.orderBanners'>> {
  await ctx.transact(async (tx) => {
    await lockBanners(tx)
    const before = await listAll(tx)
    const known = new Map(before.map((row) => [row.id, row.title]))
    if (body.ids.length !== before.length || new Set(body.ids).size !== before.length)
      throw new Problem('CONFLICT')
    if (body.ids.some((id) => !known.has(id))) throw new Problem('CONFLICT')
    await placeBanners(tx, body.ids)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'banner.order',
      object: 'banner',
      before: { order: before.map(({ title }) => title) },
      after: { order: body.ids.map((id) => known.get(id)) },
    })
  })
  forgetBanners(ctx)
  return listAllBanners(ctx)
}

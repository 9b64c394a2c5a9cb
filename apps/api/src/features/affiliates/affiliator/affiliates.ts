import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { countAffiliates, listAffiliates } from '../figures-store.ts'
import { getOwn } from '../own.ts'
import { presentAffiliate } from '../present.ts'

export async function showAffiliates(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, showAll } }: Input<'affiliates.list'>,
): Promise<Output<'affiliates.list'>> {
  await getOwn(ctx, actor)
  const onlyValid = showAll === 'false'
  const [rows, counted] = await Promise.all([
    listAffiliates(ctx.db, actor.user_id, { onlyValid, offset: (page - 1) * limit, limit: limit + 1 }),
    countAffiliates(ctx.db, actor.user_id, onlyValid),
  ])
  return pageOf(rows.map(presentAffiliate), { page, limit, counted })
}

import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { presentCard } from './present.ts'
import { countCards, listCards } from './store.ts'

export async function saved(
  ctx: Context,
  actor: Actor,
  { query: { page, limit } }: Input<'paymentMethods.saved'>,
): Promise<Output<'paymentMethods.saved'>> {
  const [rows, counted] = await Promise.all([
    listCards(ctx.db, actor.user_id, (page - 1) * limit, limit + 1),
    countCards(ctx.db, actor.user_id),
  ])
  return pageOf(rows.map(presentCard), { page, limit, counted })
}

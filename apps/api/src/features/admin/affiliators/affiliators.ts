import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { countAffiliators, countHeld, listAffiliators } from '../../affiliates/figures-store.ts'

export async function adminList(
  ctx: Context,
  _actor: Actor,
  { query: { page, limit, q, state } }: Input<'admin.affiliators'>,
): Promise<Output<'admin.affiliators'>> {
  const [rows, counted, held_count] = await Promise.all([
    listAffiliators(ctx.db, { q, state }, { offset: (page - 1) * limit, limit: limit + 1 }),
    countAffiliators(ctx.db, { q, state }),
    countHeld(ctx.db),
  ])
  const items = rows.map(({ agreed_at, stopped_at, left_at, ...row }) => ({
    ...row,
    agreed_at: agreed_at.toISOString(),
    stopped: stopped_at !== null,
    left_at: left_at?.toISOString() ?? null,
  }))
  return { ...pageOf(items, { page, limit, counted }), held_count }
}

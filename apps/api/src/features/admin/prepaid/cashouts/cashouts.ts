import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { pageOf } from '../../../../http/pages/page.ts'
import { presentCashout } from '../../../cashouts/present.ts'
import { countCashouts, getQuota, listCashouts } from '../../../cashouts/store.ts'

/** What was paid back and what waits for an owner, with what the law still leaves room for. */
export async function showCashouts(
  ctx: Context,
  actor: Actor,
  { query: { page, limit } }: Input<'admin.cashouts'>,
): Promise<Output<'admin.cashouts'>> {
  const [rows, counted, quota] = await Promise.all([
    listCashouts(ctx.db, actor.user_id, (page - 1) * limit, limit + 1),
    countCashouts(ctx.db),
    getQuota(ctx.db),
  ])
  const items = rows.map((row) => presentCashout(row, actor))
  return { ...pageOf(items, { page, limit, counted }), quota }
}

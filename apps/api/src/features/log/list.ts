import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/page.ts'
import { filterOf, presentAct } from './rules.ts'
import { countActs, listActs } from './store.ts'

export async function list(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, ...asked } }: Input<'admin.log'>,
): Promise<Output<'admin.log'>> {
  const filter = filterOf(actor, asked)
  const [rows, counted] = await Promise.all([
    listActs(ctx.db, filter, (page - 1) * limit, limit + 1),
    countActs(ctx.db, filter),
  ])
  return pageOf(rows.map(presentAct), { page, limit, counted })
}

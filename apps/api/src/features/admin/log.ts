import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { filterOf, presentAct } from '../log/rules.ts'
import { type ActFilter, countActs, listActs } from '../log/store.ts'

export async function listLog(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, ...asked } }: Input<'admin.log'>,
): Promise<Output<'admin.log'>> {
  const filter = filterOf(actor, asked)
  const [rows, counted] = await Promise.all([
    listActs(ctx.db, filter, (page - 1) * limit, limit + 1),
    countOnce(ctx, filter),
  ])
  return pageOf(rows.map(presentAct), { page, limit, counted })
}

/** The log only grows: what was once longer than anybody counts stays so, and is not counted again. */
async function countOnce(ctx: Context, filter: ActFilter): Promise<number> {
  const name = `acts ${JSON.stringify(filter)}`
  if (ctx.longLists.has(name)) return Infinity
  const counted = await countActs(ctx.db, filter)
  if (counted > limits.listTotalCap) ctx.longLists.add(name)
  return counted
}

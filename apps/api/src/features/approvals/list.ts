import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { Problem } from '../../http/problem.ts'
import { presentApproval } from './present.ts'
import { countApprovals, listApprovals } from './store.ts'

/** What waits for a second person, newest first; with `all`, also what became of it. */
export async function showApprovals(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, state } }: Input<'approvals.list'>,
): Promise<Output<'approvals.list'>> {
  if (!actor.employee) throw new Problem('FORBIDDEN')
  const filter = { store_id: actor.employee.store_id, waiting: state === 'waiting' }
  const [rows, counted] = await Promise.all([
    listApprovals(ctx.db, filter, (page - 1) * limit, limit + 1),
    countApprovals(ctx.db, filter, limits.listTotalCap + 1),
  ])
  const items = await Promise.all(rows.map((row) => presentApproval(ctx.db, row, actor)))
  return pageOf(items, { page, limit, counted })
}

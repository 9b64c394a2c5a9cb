import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { pageOf } from '../../../../http/pages/page.ts'
import { Problem } from '../../../../http/problem.ts'
import { presentStaff } from '../../../staff/present.ts'
import { countStaff, listStaff } from '../../../staff/store.ts'

export async function showStaff(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, store_id, q, state } }: Input<'admin.staffList'>,
): Promise<Output<'admin.staffList'>> {
  const employee = actor.employee
  if (!employee) throw new Problem('FORBIDDEN')
  const own = employee.store_id
  // To a caller who belongs to one store, another store is not there.
  if (own !== null && store_id !== undefined && store_id !== own) throw new Problem('NOT_FOUND')
  const filter = { store_id: own ?? store_id ?? null, q, state }
  const [rows, counted] = await Promise.all([
    listStaff(ctx.db, filter, {
      readerId: actor.user_id,
      at: ctx.now(),
      offset: (page - 1) * limit,
      limit: limit + 1,
    }),
    countStaff(ctx.db, filter),
  ])
  return pageOf(
    rows.map((row) => presentStaff(row, actor)),
    { page, limit, counted },
  )
}

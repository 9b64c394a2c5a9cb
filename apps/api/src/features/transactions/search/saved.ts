import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { directoryOf } from '../sale/directory.ts'
import { presentParked } from '../parked/present.ts'
import { countParked, listParked } from '../parked/store.ts'

/** Carts that wait: those of the own store, and of any store for head office. */
export async function searchSaved(
  ctx: Context,
  actor: Actor,
  { query }: Input<'transactions.searchSaved'>,
): Promise<Output<'transactions.searchSaved'>> {
  const own = actor.employee!.store_id
  if (own !== null && query.store_id !== undefined && query.store_id !== own) throw new Problem('NOT_FOUND')
  const { page, limit, store_id = null, skus = [], date = null, employee_id, q = '' } = query
  const filter = { store_id: own ?? store_id, skus, date, employee_id, q }
  const [rows, counted, directory] = await Promise.all([
    listParked(ctx.db, filter, (page - 1) * limit, limit + 1),
    countParked(ctx.db, filter),
    directoryOf(ctx),
  ])
  return pageOf(
    rows.map((row) => presentParked(row, directory, actor)),
    { page, limit, counted },
  )
}

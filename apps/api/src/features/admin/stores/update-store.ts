import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { recordAct } from '../../log/index.ts'
import { forgetDirectory } from '../../transactions/index.ts'
import { getStore } from '../../stores/get-store.ts'
import { findStoreForUpdate, holdDay, openDate, owesArticles, updateStore } from '../../stores/store.ts'

const keys = [
  'name',
  'postcode',
  'address',
  'phone',
  'day_start',
  'stock_below_zero',
  'register_refund_max',
] as const

/** What is printed on receipts and what holds in the shop. Receipts that were given out keep what they say. */
export async function changeStore(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateStore'>,
): Promise<Output<'admin.updateStore'>> {
  await ctx.transact(async (tx) => {
    // The day before the row, as movements take them.
    await holdDay(tx, params.id)
    const before = await findStoreForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const after = { ...before, ...given }
    const changed = keys.filter((key) => before[key] !== after[key])
    if (changed.length === 0) return

    if (before.stock_below_zero && !after.stock_below_zero && (await owesArticles(tx, params.id)))
      throw new Problem('STORE_STOCK_BELOW_ZERO')
    const date = await openDate(tx, params.id)
    await updateStore(tx, after)
    if ((await openDate(tx, params.id)) !== date) throw new Problem('STORE_DAY_OPEN')
    const only = (row: typeof before) => Object.fromEntries(changed.map((key) => [key, row[key]]))
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.changed',
      object: `store:${params.id}`,
      store_id: params.id,
      before: only(before),
      after: only(after),
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  forgetDirectory(ctx)
  return getStore(ctx, params.id, actor.employee?.device?.id)
}

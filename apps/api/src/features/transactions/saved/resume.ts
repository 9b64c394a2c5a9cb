import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { listSkusById } from '../../skus/index.ts'
import { directoryOf, pricesIn } from '../sale/directory.ts'
import { openRegister } from '../register/registers.ts'
import { isRefusal, pricesOf } from '../sale/rules.ts'
import { presentParked } from '../parked/present.ts'
import { resumeRefusal } from '../parked/rules.ts'
import { findParkedForUpdate, findQuote, holdParked, type ParkedRow } from '../parked/store.ts'

/** Takes a cart back at this register. From now on no other register has it, until it is put back or this one goes away. */
export async function resume(
  ctx: Context,
  actor: Actor,
  { params: { id }, body }: Input<'transactions.resume'>,
): Promise<Output<'transactions.resume'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  const storeId = actor.employee!.store_id!
  const row = await ctx.transact(async (tx): Promise<ParkedRow> => {
    const before = await findParkedForUpdate(tx, id, storeId)
    if (!before) throw new Problem('PARKED_NOT_FOUND')
    // The same act again, whose answer was lost.
    const isDone =
      before.status === 'resumed' && before.register_id === registerId && before.version === body.version + 1
    if (isDone) return before
    const refusal = resumeRefusal(before, registerId, body.version, ctx.now())
    if (refusal) throw new Problem(refusal)
    await holdParked(tx, id, registerId, actor.user_id)
    return (await findParkedForUpdate(tx, id, storeId))!
  })
  const directory = await directoryOf(ctx)
  const ids = row.cart.items.flatMap((item) => ('sku_id' in item ? [item.sku_id] : []))
  const skus = await listSkusById(ctx.db, ids)
  const gone = new Set(skus.filter(({ active }) => !active).map((sku) => sku.id))
  const items = row.cart.items.filter((item) => !('sku_id' in item) || !gone.has(item.sku_id))
  const cart = { items, ...(row.cart.discount && { discount: row.cart.discount }) }
  const quote = await findQuote(ctx.db, id, storeId)
  const prices = pricesOf(cart, { ...pricesIn(directory), quote })
  return {
    parked: presentParked(row, directory, actor),
    cart,
    skus: skus
      .filter(({ active }) => active)
      .map((sku) =>
        sku.silver && quote !== null
          ? { ...sku, silver: { ...sku.silver, price_per_g: quote.price_per_g } }
          : sku,
      ),
    total: isRefusal(prices) ? 0 : prices.total,
    unavailable: skus.filter(({ active }) => !active).map(({ name }) => name),
  }
}

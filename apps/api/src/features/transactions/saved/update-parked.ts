import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../../admin/index.ts'
import { reserveArticles } from '../../inventory/index.ts'
import { directoryOf, pricesIn } from '../sale/directory.ts'
import { openRegister } from '../register/registers.ts'
import { isRefusal, pricesOf } from '../sale/rules.ts'
import { promiseOf } from './park.ts'
import { presentParked } from '../parked/present.ts'
import { updateRefusal } from '../parked/rules.ts'
import { findParked, findParkedForUpdate, findQuote, putBack } from '../parked/store.ts'

/** Puts a cart aside again, with what was changed of it, or throws it away. */
export async function updateParked(
  ctx: Context,
  actor: Actor,
  { params: { id }, body, requestId }: Input<'transactions.updateParked'>,
): Promise<Output<'transactions.updateParked'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  const directory = await directoryOf(ctx)
  await ctx.transact(async (tx) => {
    // Articles are locked before the cart that keeps them, here as in a payment.
    const known = await findParked(tx, id)
    if (known?.keeps_goods && known.store_id === actor.employee!.store_id) {
      const cart = { ...known.cart, ...(body.items && { items: body.items }) }
      const promise = promiseOf({ ...known, cart, name: body.name ?? known.name })
      await reserveArticles(ctx, tx, actor, body.status === 'discarded' ? { ...promise, lines: [] } : promise)
    }
    const before = await findParkedForUpdate(tx, id, actor.employee!.store_id!)
    if (!before) throw new Problem('PARKED_NOT_FOUND')
    // The same act again, whose answer was lost.
    if (before.status === body.status && before.version === body.version + 1) return
    const refusal = updateRefusal(before, registerId, body.version, body.status, ctx.now())
    if (refusal) throw new Problem(refusal)
    const cart = body.items
      ? { items: body.items, ...(body.discount && { discount: body.discount }) }
      : before.cart
    const quote = await findQuote(tx, id, before.store_id)
    const prices = pricesOf(cart, { ...pricesIn(directory), quote })
    // Articles that are not sold any more are no reason to keep a cart that is thrown away.
    if (isRefusal(prices) && body.status === 'parked') throw new Problem(prices.code, prices)
    await putBack(tx, {
      id,
      status: body.status,
      name: body.name ?? before.name,
      cart,
      total: isRefusal(prices) ? before.total : prices.total,
      pieces: cart.items.reduce((sum, { quantity }) => sum + quantity, 0),
      register_id: registerId,
      employee_id: actor.user_id,
    })
    if (body.status === 'discarded') {
      await recordChange(ctx, tx, {
        actor,
        requestId,
        action: 'parked.discard',
        object: `parked:${id}`,
        before: { status: before.status, name: before.name, total: before.total },
        after: { status: 'discarded', name: before.name, total: before.total },
      })
    }
  })
  return presentParked((await findParked(ctx.db, id))!, directory, actor)
}

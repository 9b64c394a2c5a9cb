import { limits } from '@shirogane/contract/rules/limits'
import { updateCheckout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import type { Tx } from '../../../db/sql.ts'
import { reserveArticles } from '../../inventory/index.ts'
import { directoryOf, directoryWith, pricesIn } from '../sale/directory.ts'
import { openRegister } from '../register/registers.ts'
import { isRefusal, pricesOf } from '../sale/rules.ts'
import { findCheckout } from '../store.ts'
import { presentParked } from '../parked/present.ts'
import { countWaiting, findParked, insertParked, type ParkedCart, type ParkedRow } from '../parked/store.ts'

/** Puts a cart aside. A member's code goes back to its owner: nothing of theirs is held for a cart that waits. */
export async function park(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.park'>,
): Promise<Output<'transactions.park'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  const { id, name, items, discount, checkout_id } = body
  await ctx.transact(async (tx) => {
    const checkout = checkout_id === undefined ? null : await findCheckout(tx, checkout_id)
    if (checkout_id !== undefined && checkout?.store_id !== actor.employee!.store_id)
      throw new Problem('TXN_NOT_FOUND')
    if (checkout?.status === 'settled') throw new Problem('PAYMENT_STATE')
    // A register that was cut off sends its cart late: by then its hold on the code may be over by itself.
    if (checkout?.status === 'open') await giveBack(tx, actor, checkout.id)
    await putAside(ctx, tx, actor, {
      id,
      name,
      register_id: registerId,
      cart: { items, ...(discount && { discount }) },
      customer_id: checkout?.customer_id ?? null,
      keeps_goods: body.keep_goods ?? false,
    })
  })
  return presentParked((await findParked(ctx.db, id))!, await directoryOf(ctx), actor)
}

async function giveBack(tx: Tx, actor: Actor, checkoutId: string): Promise<void> {
  const refusal = await updateCheckout(tx, {
    checkout_id: checkoutId,
    store_id: actor.employee!.store_id!,
    items: undefined,
    discount: undefined,
    note: null,
    status: 'saved',
    ttl_seconds: limits.claimTtlSeconds,
  })
  if (refusal !== null) throw new Problem(refusal)
}

/** Writes the cart down, at what it comes to now. The same cart again, whose answer was lost, is put aside once. */
export async function putAside(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  asked: {
    id: string
    name: string
    register_id: string
    cart: ParkedCart
    customer_id: string | null
    keeps_goods: boolean
  },
): Promise<void> {
  const directory = await directoryWith(ctx, asked.cart.items)
  const prices = pricesOf(asked.cart, pricesIn(directory))
  if (isRefusal(prices)) throw new Problem(prices.code, prices)
  const store_id = actor.employee!.store_id!
  if ((await countWaiting(tx, store_id, asked.id)) >= limits.parkedMax)
    throw new Problem('PARKED_LIMIT', { blanks: { n: limits.parkedMax } })
  const isNew = await insertParked(tx, {
    ...asked,
    store_id,
    total: prices.total,
    pieces: prices.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    price_per_g: prices.lines.some(({ detail }) => detail?.silver) ? directory.price_per_g : null,
    employee_id: actor.user_id,
  })
  const there = await findParked(tx, asked.id)
  if (isNew) {
    if (asked.keeps_goods) await reserveArticles(ctx, tx, actor, promiseOf(there!))
    return
  }
  if (there?.store_id !== store_id || there.register_id !== asked.register_id) throw new Problem('CONFLICT')
}

/** What is kept for a cart: its articles, until it ends. */
export function promiseOf(parked: ParkedRow): Parameters<typeof reserveArticles>[3] {
  const { id, store_id, customer_id, name, expires_at, cart } = parked
  const lines = cart.items.flatMap((item) =>
    'sku_id' in item ? [{ sku_id: item.sku_id, quantity: item.quantity }] : [],
  )
  return { owner_id: id, store_id, customer_id, label: name, until: expires_at, lines }
}

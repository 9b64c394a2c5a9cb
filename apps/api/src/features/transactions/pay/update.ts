import { limits } from '@shirogane/contract/rules/limits'
import { updateCheckout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { keyGiven } from '../../../lib/acts.ts'
import { timeOf } from '../../../lib/days.ts'
import { putAside } from '../saved/park.ts'
import { directoryWith, pricesIn } from '../sale/directory.ts'
import { correct } from '../correct.ts'
import { stateOf } from '../register/state.ts'
import { asClosedRegister, mayGoOnAt } from '../register/registers.ts'
import { isRefusal, itemsOf, pricesOf } from '../sale/rules.ts'
import { completeSale } from '../sale/complete-sale.ts'
import { findCheckout, findTransaction } from '../store.ts'
import { text } from '../text.ts'

/** Edits, settles, parks or gives up a checkout that this register, or this clerk, has open. */
export async function payUpdate(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'transactions.payUpdate'>,
): Promise<Output<'transactions.payUpdate'> | Answer<Output<'transactions.payUpdate'>>> {
  const storeId = actor.employee!.store_id!
  const { correction, register_id, ...edit } = body
  if (correction) {
    if (Object.keys(edit).length > 1) {
      throw new Problem('VALIDATION_ERROR', {
        fields: { correction: text.notBoth },
      })
    }
    return correct(ctx, actor, {
      transaction_id: body.transaction_id,
      correction,
      idempotencyKey: keyGiven(idempotencyKey),
    })
  }
  const checkout = await findCheckout(ctx.db, body.transaction_id)
  if (!checkout || checkout.store_id !== storeId) {
    // A sale that never was a checkout is over; anything else is not there.
    const posted = checkout ? null : await findTransaction(ctx.db, body.transaction_id)
    throw new Problem(posted?.store_id === storeId ? 'PAYMENT_STATE' : 'TXN_NOT_FOUND')
  }
  const repeat = { route: 'pay/update', key: body.tenders ? idempotencyKey : null }
  if (!(await mayGoOnAt(ctx, actor, checkout, register_id, repeat)))
    throw new Problem('TXN_NOT_FOUND', { reason: 'checkout of another register' })

  if (body.tenders) {
    if (body.status === 'saved' || body.status === 'cancelled') {
      throw new Problem('VALIDATION_ERROR', {
        fields: { status: text.noTendersNow },
      })
    }
    const note = body.note ?? checkout.note ?? undefined
    // Without items the cart is the one on record, and its discount with it.
    const asked =
      body.items || body.amount !== undefined
        ? { ...body, note }
        : { ...body, note, items: checkout.items, discount: body.discount ?? checkout.discount ?? undefined }
    return completeSale(ctx, actor, {
      route: 'pay/update',
      transaction_id: checkout.id,
      checkout_id: checkout.id,
      scanned: null,
      register_id: checkout.register_id,
      asked,
      idempotencyKey: keyGiven(idempotencyKey),
      requestHash,
    }).catch(async (error: unknown) => {
      throw await asClosedRegister(ctx, checkout.register_id, error)
    })
  }
  const { status = 'open' } = body
  if (status === 'completed') throw new Problem('TENDERS_MISMATCH')

  const edits = body.items !== undefined || body.amount !== undefined
  const cart = edits
    ? { items: itemsOf(body), discount: body.discount }
    : { items: checkout.items, discount: body.discount ?? checkout.discount ?? undefined }
  if (edits || body.discount) {
    const prices = pricesOf(cart, pricesIn(await directoryWith(ctx, cart.items)))
    if (isRefusal(prices)) throw new Problem(prices.code, prices)
  }
  await ctx.transact(async (tx) => {
    const refusal = await updateCheckout(tx, {
      checkout_id: checkout.id,
      store_id: storeId,
      items: edits ? cart.items : undefined,
      discount: body.discount,
      note: body.note ?? null,
      status,
      ttl_seconds: limits.claimTtlSeconds,
    })
    if (refusal !== null) throw new Problem(refusal)
    if (status === 'saved' && cart.items.length > 0) {
      await putAside(ctx, tx, actor, {
        id: checkout.id,
        name: body.name ?? timeOf(ctx.now()),
        register_id: checkout.register_id,
        cart,
        customer_id: checkout.customer_id,
        keeps_goods: false,
      })
    }
  })
  return stateOf(ctx, actor, checkout.id)
}

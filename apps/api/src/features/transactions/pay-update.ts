import { limits } from '@shirogane/contract/limits'
import type { Operation } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { directoryOf } from './directory.ts'
import { stateOf } from './register-state.ts'
import { isRefusal, itemsOf, linesOf } from './rules.ts'
import { settle } from './settle.ts'
import { findCheckout, findTransaction, updateCheckout } from './store.ts'

/** Edits, settles, parks or gives up a checkout that this store has open. */
export const payUpdate: Operation<'transactions.payUpdate'> = async (
  ctx,
  actor,
  { body, idempotencyKey, requestHash },
) => {
  const storeId = actor.employee!.store_id!
  const checkout = await findCheckout(ctx.db, body.transaction_id)
  if (!checkout || checkout.store_id !== storeId) {
    // A sale that never was a checkout is over; anything else is not there.
    const posted = checkout ? null : await findTransaction(ctx.db, body.transaction_id)
    throw new Problem(posted?.store_id === storeId ? 'PAYMENT_STATE' : 'TXN_NOT_FOUND')
  }

  if (body.tenders) {
    if (body.status === 'saved' || body.status === 'cancelled') {
      throw new Problem('VALIDATION_ERROR', {
        fields: { status: '保留・取消と同時に支払い方法は指定できません。' },
      })
    }
    const asked = body.items || body.amount !== undefined ? body : { ...body, items: checkout.items as never }
    return settle(ctx, actor, {
      route: 'pay/update',
      transaction_id: checkout.id,
      checkout_id: checkout.id,
      scanned: null,
      register_id: checkout.register_id,
      asked,
      idempotencyKey,
      requestHash,
    })
  }
  if (body.status === 'completed') throw new Problem('TENDERS_MISMATCH')

  const edits = body.items !== undefined || body.amount !== undefined
  if (edits) {
    const directory = await directoryOf(ctx)
    const lines = linesOf(body, (id) => directory.skus.get(id))
    if (isRefusal(lines)) throw new Problem(lines.code)
  }
  const refusal = await updateCheckout(ctx.db, {
    checkout_id: checkout.id,
    store_id: storeId,
    items: edits ? itemsOf(body) : undefined,
    note: body.note ?? null,
    status: body.status ?? 'open',
    ttl_seconds: limits.claimTtlSeconds,
  })
  if (refusal !== null) throw new Problem(refusal as Problem['code'])
  return stateOf(ctx, actor, checkout.id)
}

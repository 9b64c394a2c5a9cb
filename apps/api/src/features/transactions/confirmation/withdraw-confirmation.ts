import { dropMove, withdrawConfirmation } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { stateOf } from '../register/state.ts'
import { findCheckout } from '../store.ts'
import { findConfirmation, recordConfirmationChange } from '../confirm/store.ts'

/** The register takes its question back, and the phone puts it away. What was paid meanwhile stays paid. */
export async function withdraw(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.withdrawConfirmation'>,
): Promise<Output<'transactions.withdrawConfirmation'>> {
  const storeId = actor.employee!.store_id!
  const checkout = await findCheckout(ctx.db, params.id)
  if (!checkout || checkout.store_id !== storeId) throw new Problem('TXN_NOT_FOUND')
  const asked = checkout.confirmation_id && (await findConfirmation(ctx.db, checkout.confirmation_id))
  if (asked) {
    await ctx.transact(async (tx) => {
      if (!(await withdrawConfirmation(tx, { checkout_id: checkout.id, store_id: storeId }))) return
      await recordConfirmationChange(tx, {
        event_id: uuidv7(ctx.now()),
        user_id: asked.customer_id,
        confirmation_id: asked.id,
        transaction_id: checkout.id,
        at: ctx.now(),
      })
    })
    if (asked.kind === 'move') await ctx.transact((tx) => dropMove(tx, checkout.id))
    ctx.wakeLive()
  }
  return stateOf(ctx, actor, checkout.id)
}

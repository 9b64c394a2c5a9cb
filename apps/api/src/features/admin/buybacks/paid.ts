import { recordBuybackPaid } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getDetails } from '../../buybacks/get.ts'
import { recordLook } from '../../buybacks/store.ts'

/** Accounting has made the transfer. */
export async function payBuyback(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.settleBuyback'>,
): Promise<Output<'admin.settleBuyback'>> {
  const paid = { transaction_id: body.transaction_id, buyback_id: params.id, actor_id: actor.user_id }
  const refusal = await ctx.transact((tx) => recordBuybackPaid(tx, paid))
  if (refusal !== null) throw new Problem(refusal)
  const at = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'buyback.settle',
    subject_id: null,
    object: `buyback:${params.id}`,
    request_id: requestId,
  })
  ctx.wakeOutbox()
  return getDetails(ctx, actor, params.id)
}

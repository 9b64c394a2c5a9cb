import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { gatewayOf } from '../../payment-methods/index.ts'
import { presentOutcome } from '../charge.ts'
import { askForCharge, resolveCharge } from './charge-outcome.ts'
import { findCharge } from './charge-store.ts'

/**
 * After the bank's page: the gateway, not the browser, says whether the holder was authenticated. Asked again at any
 * time, so that a page that was reloaded goes on where it was.
 */
export async function finishCharge(
  ctx: Context,
  actor: Actor,
  { params, body, client }: Input<'transactions.finishCharge'>,
): Promise<Output<'transactions.finishCharge'>> {
  ctx.limits.capCalls(`charge-finish:${actor.user_id}`, 60)
  const row = await findCharge(ctx.db, params.id)
  if (!row || row.customer_id !== actor.user_id) throw new Problem('TXN_NOT_FOUND')
  if (row.state !== 'pending') return presentOutcome(ctx, client, { row, asksBank: false })
  const gateway = gatewayOf(ctx)
  if (!body.cancelled) return presentOutcome(ctx, client, await askForCharge(ctx, gateway, row, 'customer'))

  const standing = await gateway.findCharge({
    charge_id: row.id,
    charge: row.gateway_charge,
    customer: row.gateway_customer,
    since: row.created_at,
  })
  // Only a charge that the bank has not let pass can be taken back: without the bank nothing is ever taken.
  const outcome =
    standing.state === 'unverified'
      ? ({ state: 'failed', code: 'CARD_3DS_FAILED', reason: 'cancelled' } as const)
      : standing
  return presentOutcome(ctx, client, await resolveCharge(ctx, gateway, row, outcome, 'customer'))
}

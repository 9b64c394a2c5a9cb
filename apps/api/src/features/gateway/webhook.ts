import type { Actor, Context } from '../../context.ts'
import { NotSigned } from '../../gateways/cards.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { observeCharge } from '../transactions/index.ts'

/**
 * The gateway says that something happened to a charge. Only which charge is believed; how it stands, and for how much,
 * the gateway is asked itself: so a message that is forged, old, repeated or out of order changes nothing.
 */
export async function webhook(
  ctx: Context,
  _actor: Actor | null,
  { signed }: Input<'gateway.webhook'>,
): Promise<Output<'gateway.webhook'>> {
  const gateway = ctx.gateways.cards?.gateway
  if (!gateway) throw new Problem('WEBHOOK_UNSIGNED')
  try {
    const news = gateway.readNews(signed)
    if (news) await observeCharge(ctx, gateway, news)
  } catch (error) {
    if (error instanceof NotSigned) throw new Problem('WEBHOOK_UNSIGNED')
    throw error
  }
  return { received: true }
}

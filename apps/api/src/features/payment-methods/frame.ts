import type { Context } from '../../context.ts'
import type { CardGateway } from '../../gateways/cards.ts'
import type { Client } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'

/** The gateway that takes cards; without an account with one there is none. */
export function gatewayOf({ gateways }: Context): CardGateway {
  if (!gateways.cards) throw new Problem('CARD_UNAVAILABLE')
  return gateways.cards.gateway
}

/** Where the form stands for the page that asks, and by which key the gateway knows us there. */
export function frameOf(
  ctx: Context,
  client: Pick<Client, 'origin'>,
): { frame_url: string; public_key: string | null } {
  const { cards } = ctx.gateways
  if (!cards) throw new Problem('CARD_UNAVAILABLE')
  const { hostname } = new URL(client.origin ?? ctx.config.publicUrl)
  return { frame_url: `${cards.originFor(hostname)}/card`, public_key: cards.gateway.publicKey }
}

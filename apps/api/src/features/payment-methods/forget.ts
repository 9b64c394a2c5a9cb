import type { Context } from '../../context.ts'

export type KeptCard = { gateway_customer: string; gateway_card: string }

/** What is not kept here, the gateway is not to keep for us. Whether or not it hears it, nothing is charged any more. */
export async function forgetCards({ gateways, log }: Context, cards: readonly KeptCard[]): Promise<void> {
  for (const { gateway_customer, gateway_card } of cards) {
    const isForgotten = await gateways.cards?.gateway.forgetCard({
      customer: gateway_customer,
      card: gateway_card,
    })
    if (isForgotten === false) log.warn({ event: 'card_gateway', reason: 'a card was not forgotten' })
  }
}

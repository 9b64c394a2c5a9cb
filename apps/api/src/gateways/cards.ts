import type { ErrorCode } from '@shirogane/contract/wire/errors'

/** A card as its gateway keeps it. The number stays there; our server never learns it. */
export type GatewayCard = {
  /** The gateway's names of the card's owner and of the card. */
  customer: string
  card: string
  /** The same for the same number, for every person who registers it; null where the gateway does not tell. */
  fingerprint: string | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

export type CardRefusal = Extract<
  ErrorCode,
  'CARD_DECLINED' | 'CARD_EXPIRED' | 'CARD_3DS_FAILED' | 'CARD_TOKEN' | 'CARD_TAKEN'
>

/** `unknown` is no refusal: the gateway could not be asked, or its answer was lost. */
export type CardKept =
  | { outcome: 'kept'; card: GatewayCard }
  | { outcome: 'refused'; code: CardRefusal }
  | { outcome: 'unknown'; reason: string }

/**
 * How a charge stands at the gateway. Nothing has been taken before `paid`, which alone is money. `unverified` waits for
 * the card's bank to see its holder; `verified` waits for us to finish it.
 */
export type ChargeStanding =
  | { state: 'unverified'; charge: string }
  | { state: 'verified'; charge: string }
  | { state: 'paid'; charge: string; amount: number }
  | { state: 'failed'; code: CardRefusal; reason: string }
  /** The gateway has never heard of it. */
  | { state: 'missing' }
  | { state: 'unknown'; reason: string }

export type ChargeOrder = {
  /** Our own name of the charge, by which it is found again when the gateway's name of it got lost. */
  charge_id: string
  customer: string
  card: string
  amount: number
}

/** A message that says it comes from the gateway. */
export type GatewayMessage = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  bytes: Uint8Array
}

/** Which charge a message is about; null for one of no concern. What it says of the charge is not believed. */
export type GatewayNews = { charge: string; charge_id: string | null } | null

export type CardGateway = {
  readonly name: 'payjp' | 'sandbox'
  /** By which the gateway's own form knows us in a browser; null where it needs none. */
  readonly publicKey: string | null
  keepCard(card: { user_id: string; token: string }): Promise<CardKept>
  /** The gateway's name of a person. */
  customerOf(user_id: string): string
  changeCard(
    card: Pick<GatewayCard, 'customer' | 'card'>,
    expiry: { exp_month: number; exp_year: number },
  ): Promise<CardKept>
  /** The names of the cards that the gateway keeps for this person; null when it cannot be asked. */
  listCards(user_id: string): Promise<string[] | null>
  /** Answers whether the gateway has forgotten the card. */
  forgetCard(card: Pick<GatewayCard, 'customer' | 'card'>): Promise<boolean>
  /**
   * Opens a charge without taking anything. So a charge whose answer got lost has cost the customer nothing, and what
   * takes the money, `finishCharge`, names a charge that can be paid only once.
   */
  openCharge(order: ChargeOrder): Promise<ChargeStanding>
  /** Takes the money of a charge whose holder has been seen. Safe to say any number of times. */
  finishCharge(charge: string): Promise<ChargeStanding>
  findCharge(
    asked: Pick<ChargeOrder, 'charge_id' | 'customer'> & { charge: string | null; since: Date },
  ): Promise<ChargeStanding>
  /** Throws `NotSigned` for a message that anybody could have sent. */
  readNews(message: GatewayMessage): GatewayNews
}

export class NotSigned extends Error {
  override readonly name = 'NotSigned'
}

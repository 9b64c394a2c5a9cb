import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { hasComeBack, type Namesake } from './came-back.ts'
import { type GivenGift, openPeriod } from './open-period.ts'
import { type PointWallet, repayDebt, walletAfter } from './wallet.ts'

/** What the brand gives a member. */
export type Gift = {
  /** Of the movement that brings it. */
  transaction_id: string
  user_id: string
  /** What is given once in its period ('' for ever, '2026' for a year); null for what a person gives as they like. */
  occasion: { campaign: string; period: string } | null
  /** The first purchase of a friend, which brought it and takes it along where it goes back. */
  sale_id: string | null
  /** Who bears it; null for the shop of the sale, or else the brand's first one. */
  store_id: string | null
  points: number
  /** The end of the points, which are a lot of their own then; regular points without one. */
  expires_at: string | null
  /** Given balance, and its end. */
  yen: number
  yen_expires_at: string | null
  message: { code: string } | null
}

/** What is known of each gift that is asked for, in their order, once the member's wallet is held. */
export type GiftFacts = {
  gifts: readonly {
    store_id: string
    /** Those of its occasion that the member has had, in their order; empty where it has none. */
    given: readonly GivenGift[]
    /** Other accounts with the number of the member, or of the customer of the sale. */
    of_number: readonly Namesake[]
    has_left: boolean
    sale: { kind: string; is_voided: boolean; spent_total: number; refunded_total: number } | null
    /** Of the customer of the sale: what head office thinks of it, and whether the inviter still invites. */
    invitation: { standing: string; is_inviter_active: boolean } | null
  }[]
  /** By their members; what had ended has left. */
  wallets: Readonly<Record<string, PointWallet>>
}

export type GiftPlan = {
  given: { transaction_id: string; period: string | null }[]
  movements: Movement[]
}

/** Gifts that greet a newcomer: who comes back has had them. */
const forNewcomers: ReadonlySet<string> = new Set([
  'welcome',
  'birthday_registration',
  'invite_join',
  'invite',
  'invite_given',
])

/**
 * Gives what may be given, each gift once, or anew after it went back; the others are left out. What is owed is paid off
 * once a member has all of theirs.
 */
export function giveGifts(facts: GiftFacts, gifts: readonly Gift[]): GiftPlan {
  const plan: GiftPlan = { given: [], movements: [] }
  const wallets = new Map(Object.entries(facts.wallets))
  const shops = new Map<string, string>()
  const taken = new Set<string>()
  for (const [index, gift] of gifts.entries()) {
    const known = facts.gifts[index]!
    const { user_id, occasion, transaction_id } = gift
    const period = occasion && openPeriod(occasion.period, known.given)
    const once = occasion && [user_id, occasion.campaign, period].join(' ')
    if (!mayGive(known, gift, period) || (once !== null && taken.has(once))) continue
    if (once !== null) taken.add(once)
    const wallet = wallets.get(user_id)
    if (wallet === undefined) throw new Error(`a gift to ${user_id}, who has no wallet`)
    const movement = giftOf(gift, known.store_id)
    plan.given.push({ transaction_id, period })
    plan.movements.push(movement)
    wallets.set(user_id, walletAfter(wallet, movement))
    if (!shops.has(user_id)) shops.set(user_id, known.store_id)
  }
  for (const [customer_id, store_id] of shops) {
    const repaid = repayDebt(wallets.get(customer_id)!, { customer_id, store_id })
    if (repaid !== null) plan.movements.push(repaid)
  }
  return plan
}

/**
 * A gift of a sale wants something left of the sale, and an invitation that head office is neither looking into nor has
 * struck; an inviter who does not invite any more gets none, while their friend still does.
 */
function mayGive(
  known: GiftFacts['gifts'][number],
  { occasion, sale_id }: Gift,
  period: string | null,
): boolean {
  const { sale, invitation } = known
  if (known.has_left) return false
  if (occasion === null) return true
  if (period === null) return false
  if (forNewcomers.has(occasion.campaign) && hasComeBack(known.of_number)) return false
  if (sale_id === null) return true
  if (sale === null || sale.kind !== 'payment' || sale.is_voided) return false
  if (sale.refunded_total >= sale.spent_total) return false
  if (invitation === null) return true
  return (
    invitation.standing === 'good' && (occasion.campaign !== 'invite_given' || invitation.is_inviter_active)
  )
}

/** Points without an end are regular and let all regular ones live on; those with an end prolong nothing. */
function giftOf(gift: Gift, store_id: string): Movement {
  const { transaction_id, user_id, points, expires_at, yen, yen_expires_at, message } = gift
  return {
    id: transaction_id,
    kind: 'grant',
    customer_id: user_id,
    store_id,
    message,
    renews: points > 0 && expires_at === null,
    transfers: transfersOf([
      ['grant_points', 'points_cost', expires_at === null ? 'point_regular' : 'point_limited', points],
      ['grant_balance', 'bonus_cost', 'balance_bonus', yen],
    ]),
    new_point_lots: expires_at === null ? [] : [{ amount: points, until: expires_at }],
    new_bonus_lots: yen_expires_at === null ? [] : [{ amount: yen, until: yen_expires_at }],
  }
}

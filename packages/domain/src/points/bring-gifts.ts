import { endOfDayAfter, tokyoDate } from '../time/tokyo.ts'
import type { Gift } from './give-gifts.ts'
import { hasComeBack, type Namesake } from './came-back.ts'
import { type GivenGift, openPeriod } from './open-period.ts'

/** What a gift is worth: points, and yen of given balance. */
type Worth = { points: number; yen: number }

/** What an invitation brings by the first purchase of some size, as the brand has set it. */
export type InvitationTerms = {
  own: Worth
  inviter: Worth
  /** Days for which the points are good. */
  days: number
  /** Yen of that purchase. */
  payment_min: number
}

/** A purchase of a member, nothing of which has gone back so far. */
export type Purchase = { id: string; customer_id: string; spent_total: number; completed_at: Date }

/** A member who has invited others. `is_active`: they go on inviting; `is_stopped`: they are suspended, or have left. */
export type Inviter = { is_active: boolean; verified: boolean; is_stopped: boolean }

/** A member who came by an invitation, and what became of it. */
export type Invited = {
  user_id: string
  /** The inviter's username. */
  invited_by: string
  inviter_id: string
  /** What head office thinks of it. */
  standing: string
  /** Other accounts with the number of the friend. */
  of_number: readonly Namesake[]
  inviter: Inviter
  /** The gifts that it has brought so far, in their order: those of the friend, and those of the inviter. */
  given: readonly GivenGift[]
  inviter_given: readonly GivenGift[]
}

/** A gift whose movement has no id yet. */
export type BroughtGift = Omit<Gift, 'transaction_id' | 'sale_id' | 'message'> & {
  sale_id: string
  message: { code: 'invite'; inviter: string } | { code: 'invite_given' }
}

/**
 * The gifts that purchases bring: those of the friend and of their inviter, by the first purchase of some size, in the
 * order of the purchases.
 */
export function bringGifts(
  purchases: readonly Purchase[],
  invited: readonly Invited[],
  terms: InvitationTerms,
): BroughtGift[] {
  const waiting = new Map(
    invited
      .filter(({ standing, of_number }) => standing === 'good' && !hasComeBack(of_number))
      .map((one) => [one.user_id, one]),
  )
  return purchases.flatMap((purchase) => {
    const friend = waiting.get(purchase.customer_id)
    if (!friend || purchase.spent_total < terms.payment_min) return []
    waiting.delete(purchase.customer_id)
    return giftsOf(purchase, friend, terms)
  })
}

function giftsOf(
  { id: sale_id, completed_at }: Purchase,
  { user_id, invited_by, inviter_id, inviter, given, inviter_given }: Invited,
  { own, inviter: inviters, days }: InvitationTerms,
): BroughtGift[] {
  const common = {
    sale_id,
    store_id: null,
    expires_at: endOfDayAfter(tokyoDate(completed_at), days),
    yen_expires_at: null,
  }
  const gifts: BroughtGift[] = []
  const once = { campaign: 'invite', period: 'once' }
  if (openPeriod(once.period, given) !== null && isWorth(own))
    gifts.push({
      ...common,
      ...own,
      user_id,
      occasion: once,
      message: { code: 'invite', inviter: invited_by },
    })
  // Once for each friend.
  const onceForEach = { campaign: 'invite_given', period: user_id }
  if (openPeriod(onceForEach.period, inviter_given) !== null && isOpen(inviter) && isWorth(inviters))
    gifts.push({
      ...common,
      ...inviters,
      user_id: inviter_id,
      occasion: onceForEach,
      message: { code: 'invite_given' },
    })
  return gifts
}

/** An inviter is given something, and earns, while they invite, as a verified member who is not stopped. */
export const isOpen = ({ is_active, verified, is_stopped }: Inviter): boolean =>
  is_active && verified && !is_stopped

const isWorth = ({ points, yen }: Worth): boolean => points > 0 || yen > 0

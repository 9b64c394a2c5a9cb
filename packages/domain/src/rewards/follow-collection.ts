import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { type InvitationAt, invitationEarns } from './invitation-earns.ts'
import { type RewardTerms, rewardOf } from './reward-lost.ts'

/** The invitation by which a customer came, and what it has earned of their sales that are still owed. Yen. */
export type Invitation = RewardTerms & {
  inviter_id: string
  customer_id: string
  /** What an inviter earns in a day at most, and what this one has earned today. */
  day_max: number
  earned_today: number
  sales: Readonly<Record<string, InvitedSale>>
}

type InvitedSale = {
  is_voided: boolean
  /** The invitation as it stands now, at the moment of the sale: who may not be paid any more earns nothing by a collection. */
  at_sale: InvitationAt
  store_id: string
  /** Date of Japan. */
  sold_on: string
  /** What earned at the sale, what its collections brought since, and what has come back of it. */
  earn_base: number
  collected: number
  returned_base: number
  /** What is left of its rewards, and the terms of the first of them. */
  kept: number
  terms: RewardTerms | null
}

/**
 * Adds to the rewards of sales what the collection of their deferred parts brings: what all that is paid now earns beyond
 * what was earned before, as far as the day of the collection has room. What an earlier day had no room for does not come
 * back by it.
 */
export function followCollection(
  invitation: Invitation | null,
  payments: readonly { sale_id: string; yen: number }[],
): Movement[] {
  if (invitation === null || invitation.rate_bp <= 0) return []
  let room = invitation.day_max - invitation.earned_today
  return payments.flatMap(({ sale_id, yen }) => {
    const sale = invitation.sales[sale_id]
    if (!sale || sale.is_voided || !invitationEarns(sale.at_sale)) return []
    const { rate_bp, base_min } = sale.terms ?? invitation
    const base = sale.earn_base + sale.collected + yen - sale.returned_base
    const worth = rewardOf(base, { rate_bp, base_min })
    const due = Math.min(worth - sale.kept, worth - rewardOf(base - yen, { rate_bp, base_min }))
    const amount = Math.min(due, room)
    if (amount <= 0) return []
    room -= amount
    const movement: Movement = {
      kind: 'reward',
      step: 'accrue',
      customer_id: null,
      store_id: sale.store_id,
      related_id: sale_id,
      topic: 'books',
      rewards: [
        {
          sale_id,
          customer_id: invitation.customer_id,
          affiliator_id: invitation.inviter_id,
          base,
          rate_bp,
          base_min,
          amount,
          cut: due - amount,
          day_max: invitation.day_max,
          sold_on: sale.sold_on,
        },
      ],
      transfers: transfersOf([['accrue_reward', 'reward_expense', 'reward_pending', amount]]),
    }
    return [movement]
  })
}

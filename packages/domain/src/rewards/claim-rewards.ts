import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** Everything that a claim of confirmed rewards is decided by. Yen. */
export type ClaimFacts = {
  /** Suspended, or left. */
  is_stopped: boolean
  /** Head office has stopped this member's payouts, or all of them until the books balance. */
  are_stopped: boolean
  are_frozen: boolean
  /** What is confirmed and not claimed: below zero where returns took back more than was left. */
  reward_confirmed: number
  balance: number
  /** Charges by card that are under way. */
  pending: number
  balance_max: number
  /** Those that are asked about with something unclaimed, the oldest first. */
  rewards: readonly { id: string; unclaimed: number }[]
  home_store: string
}

export type ClaimWish = {
  transaction_id: string
  actor_id: string
  /** Into balance, or into what can be paid out. */
  method: 'wallet' | 'bank'
}

type Code =
  | 'AUTH_SUSPENDED'
  | 'PAYOUT_STOPPED'
  | 'PAYOUT_FROZEN'
  | 'REWARD_CARRIED'
  | 'REWARD_NONE'
  | 'REWARD_BALANCE_LIMIT'

/**
 * Claims what is confirmed, the oldest first: into paid balance, because a debt of the brand is set off against it, or
 * into what can be paid out. What has to be carried forward from an earlier claim is kept back first.
 */
export function claimRewards(
  facts: ClaimFacts,
  { transaction_id, actor_id, method }: ClaimWish,
): Decision<Code> {
  const unclaimed = facts.rewards.reduce((sum, reward) => sum + reward.unclaimed, 0)
  const amount = Math.min(unclaimed, facts.reward_confirmed)
  if (facts.is_stopped) return { code: 'AUTH_SUSPENDED' }
  if (facts.are_stopped) return { code: 'PAYOUT_STOPPED' }
  // Into balance it stays with the brand.
  if (method === 'bank' && facts.are_frozen) return { code: 'PAYOUT_FROZEN' }
  if (facts.reward_confirmed < 0) return { code: 'REWARD_CARRIED', n: -facts.reward_confirmed }
  if (amount <= 0) return { code: 'REWARD_NONE' }
  if (method === 'wallet' && facts.balance + facts.pending + amount > facts.balance_max)
    return { code: 'REWARD_BALANCE_LIMIT', n: facts.balance_max }
  return {
    code: null,
    movements: [
      {
        id: transaction_id,
        kind: 'reward',
        step: 'claim',
        customer_id: actor_id,
        store_id: facts.home_store,
        message: { code: method === 'wallet' ? 'reward_to_balance' : 'reward_to_bank' },
        reward_moves: takeFrom(facts.rewards, amount),
        transfers: transfersOf([
          ['claim_reward', 'reward_confirmed', method === 'wallet' ? 'balance_paid' : 'reward', amount],
        ]),
      },
    ],
  }
}

function takeFrom(rewards: ClaimFacts['rewards'], amount: number): { reward_id: string; claimed: number }[] {
  let left = amount
  return rewards.flatMap(({ id, unclaimed }) => {
    const claimed = Math.min(left, Math.max(0, unclaimed))
    left -= claimed
    return claimed > 0 ? [{ reward_id: id, claimed }] : []
  })
}

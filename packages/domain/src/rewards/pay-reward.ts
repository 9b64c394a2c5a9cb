import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { returnableSince, type ReturnWindow } from '../refund/return-window.ts'
import { type SaleRewards, takeBackRewards } from './take-back-rewards.ts'

/** A reward as far as it says whether something is to be done of it. Yen. */
export type OpenReward = {
  /** The day of Japan on which its sale was. */
  sold_on: string
  pending: number
  left: number
  /** What the invitation is worth: `void` takes back all that it earned, `held` keeps it waiting. */
  standing: 'good' | 'held' | 'void' | null
  /** Of the inviter. */
  has_left: boolean
  is_suspended: boolean
}

/** Everything by which a reward is settled whose time has come. Yen. */
export type RewardDueFacts = SaleRewards &
  ReturnWindow &
  OpenReward & {
    reward: { id: string; sale_id: string; store_id: string }
    home_store: string
  }

/**
 * Whether anything is to be done of a reward by now: not while its articles may come back, head office looks into the
 * invitation, or its inviter is suspended. Of a void invitation there is, while something is left of it.
 *
 * @param returnable_since the first day whose sales may still come back
 */
export function isRewardDue(reward: OpenReward, returnable_since: string): boolean {
  const { sold_on, pending, left, standing, has_left, is_suspended } = reward
  if (standing === 'void') return left > 0
  if (pending === 0 || sold_on >= returnable_since || standing === 'held') return false
  return has_left || !is_suspended
}

/**
 * Confirms a reward, or takes it back: an invitation that turned out to be void earns nothing, and who has left gives up
 * what is pending. Nothing happens to one that is not due.
 */
export function payReward(facts: RewardDueFacts): Movement[] {
  if (!isRewardDue(facts, returnableSince(facts))) return []
  const { reward, rewards, home_store } = facts
  const back = { sale_id: reward.sale_id, store_id: reward.store_id, home_store, employee_id: null }
  if (facts.standing === 'void') {
    const all = rewards.reduce((sum, { left }) => sum + left, 0)
    return takeBackRewards(facts, all, { ...back, code: 'reward_taken_back' })
  }
  if (facts.has_left) {
    const pending = rewards.reduce((sum, { left, is_confirmed }) => sum + (is_confirmed ? 0 : left), 0)
    return takeBackRewards(facts, pending, { ...back, code: 'reward_forfeited' })
  }
  return [
    {
      kind: 'reward',
      step: 'confirm',
      customer_id: facts.inviter_id,
      store_id: reward.store_id,
      related_id: reward.id,
      numbered_by: home_store,
      message: { code: 'reward_confirmed' },
      transfers: transfersOf([['confirm_reward', 'reward_pending', 'reward_confirmed', facts.pending]]),
    },
  ]
}

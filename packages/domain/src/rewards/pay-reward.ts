import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { returnableSince, type ReturnWindow } from '../refund/return-window.ts'
import { type SaleRewards, takeBackRewards } from './take-back-rewards.ts'

/** Everything by which a reward is settled whose time has come. Yen. */
export type RewardDueFacts = SaleRewards &
  ReturnWindow & {
    /** `sold_on` is the day of Japan on which its sale was. */
    reward: { id: string; sale_id: string; store_id: string; sold_on: string; pending: number; left: number }
    /** What the invitation is worth: `void` takes back all that it earned, `held` keeps it waiting. */
    standing: 'good' | 'held' | 'void' | null
    /** Of the inviter. */
    has_left: boolean
    is_suspended: boolean
    home_store: string
  }

/**
 * Confirms a reward, or takes it back: an invitation that turned out to be void earns nothing, and who has left gives up
 * what is pending. Nothing happens while the articles may come back, or head office looks into it.
 */
export function payReward(facts: RewardDueFacts): Movement[] {
  const { reward, rewards, standing, home_store } = facts
  const back = { sale_id: reward.sale_id, store_id: reward.store_id, home_store, employee_id: null }
  if (standing === 'void') {
    if (reward.left === 0) return []
    const all = rewards.reduce((sum, { left }) => sum + left, 0)
    return takeBackRewards(facts, all, { ...back, code: 'reward_taken_back' })
  }
  if (reward.pending === 0 || reward.sold_on >= returnableSince(facts) || standing === 'held') return []
  if (facts.has_left) {
    const pending = rewards.reduce((sum, { left, is_confirmed }) => sum + (is_confirmed ? 0 : left), 0)
    return takeBackRewards(facts, pending, { ...back, code: 'reward_forfeited' })
  }
  if (facts.is_suspended) return []
  return [
    {
      kind: 'reward',
      step: 'confirm',
      customer_id: facts.inviter_id,
      store_id: reward.store_id,
      related_id: reward.id,
      numbered_by: home_store,
      message: { code: 'reward_confirmed' },
      transfers: transfersOf([['confirm_reward', 'reward_pending', 'reward_confirmed', reward.pending]]),
    },
  ]
}

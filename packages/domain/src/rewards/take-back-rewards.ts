import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** One reward of a sale, in yen. */
export type SaleReward = {
  id: string
  /** What has not been taken back of it. */
  left: number
  /** From then on it is the inviter's. */
  is_confirmed: boolean
  /** What the inviter may still claim of it: below zero where more came back than was left. */
  unclaimed: number
  /** What they claimed, and what returns took back of that. */
  claimed: number
  returned: number
}

/** The rewards that a sale earned the member who invited its customer. */
export type SaleRewards = {
  /** Those that are pending first, of both kinds the newest first. */
  rewards: readonly SaleReward[]
  inviter_id: string
  /** What the inviter has claimed and not been paid yet. */
  payable: number
}

/** The sale whose rewards go back, and who takes them. Inviters' movements are numbered by the home shop. */
export type RewardReturn = {
  sale_id: string
  store_id: string
  home_store: string
  employee_id: string | null
  code: 'reward_refunded' | 'reward_taken_back' | 'reward_forfeited'
}

/**
 * Takes so many yen back of a sale's rewards: what is pending first, at the shop. Of what is confirmed, the inviter gives
 * what they have not claimed, then what can still be paid out; the rest is carried forward.
 */
export function takeBackRewards(of: SaleRewards, amount: number, back: RewardReturn): Movement[] {
  let [left, pending, confirmed, returned] = [amount, 0, 0, 0]
  const moves = { pending: [] as RewardMove[], confirmed: [] as RewardMove[] }
  for (const reward of of.rewards) {
    const part = Math.min(left, reward.left)
    if (part === 0) continue
    left -= part
    if (!reward.is_confirmed) {
      pending += part
      moves.pending.push({ reward_id: reward.id, reversed: part })
      continue
    }
    const fromClaim = Math.min(
      part - Math.min(part, Math.max(reward.unclaimed, 0)),
      reward.claimed - reward.returned,
      of.payable - returned,
    )
    confirmed += part - fromClaim
    returned += fromClaim
    moves.confirmed.push({ reward_id: reward.id, reversed: part, returned: fromClaim })
  }
  if (left > 0) throw new Error(`The rewards of ${back.sale_id} are less than ${left} more`)
  const movement = {
    kind: 'reward' as const,
    step: 'reverse' as const,
    store_id: back.store_id,
    employee_id: back.employee_id,
    related_id: back.sale_id,
    message: { code: back.code },
  }
  const movements: Movement[] = []
  if (pending > 0)
    movements.push({
      ...movement,
      customer_id: null,
      topic: 'books',
      reward_moves: moves.pending,
      transfers: transfersOf([['reverse_reward', 'reward_pending', 'reward_expense', pending]]),
    })
  if (confirmed + returned > 0)
    movements.push({
      ...movement,
      customer_id: of.inviter_id,
      numbered_by: back.home_store,
      reward_moves: moves.confirmed,
      transfers: transfersOf([
        ['reverse_reward', 'reward_confirmed', 'reward_expense', confirmed],
        ['reverse_reward', 'reward', 'reward_expense', returned],
      ]),
    })
  return movements
}

type RewardMove = NonNullable<Movement['reward_moves']>[number]

import { timesOver } from '../money/divide.ts'

/** The rate of a reward in basis points, and the yen below which a sale earns none. */
export type RewardTerms = { rate_bp: number; base_min: number }

/** What is left of the rewards of a sale in yen, and the terms that they were earned by. */
export type EarnedReward = RewardTerms & { left: number }

/** What a sale of so many yen earns the member who invited its customer, cut off once; nothing below the least sale. */
export function rewardOf(base: number, { rate_bp, base_min }: RewardTerms): number {
  return base < Math.max(base_min, 1) ? 0 : timesOver(base, rate_bp, 10_000)
}

/** What the rewards of a sale lose where so many yen are left of what earned them. */
export function rewardLost(reward: EarnedReward | null, base: number): number {
  return reward === null ? 0 : Math.max(0, reward.left - rewardOf(base, reward))
}

import { timesOver } from '../money/divide.ts'

/** What is left of the rewards of a sale in yen, and the terms that they were earned by. */
export type EarnedReward = { left: number; rate_bp: number; base_min: number }

/** What a sale of so many yen earns the member who invited its customer, cut off once; nothing below the least sale. */
function rewardOf(base: number, { rate_bp, base_min }: Omit<EarnedReward, 'left'>): number {
  return base < Math.max(base_min, 1) ? 0 : timesOver(base, rate_bp, 10_000)
}

/** What the rewards of a sale lose where so many yen are left of what earned them. */
export function rewardLost(reward: EarnedReward | null, base: number): number {
  return reward === null ? 0 : Math.max(0, reward.left - rewardOf(base, reward))
}

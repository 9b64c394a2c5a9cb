export { claim } from './claim.ts'
export { settleRewards } from './settle.ts'
export { claimFor, findRewardStanding, type RewardStanding } from './store.ts'
export { wallet } from './wallet.ts'

export { payRewards } from './pay-rewards.ts'
export { findRewardMethod } from './store.ts'

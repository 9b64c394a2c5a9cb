export { settleRewards } from './settle.ts'
export { findRewardMethod } from './store.ts'

export { claim } from './claim.ts'
export { settleRewards } from './settle.ts'
export { wallet } from './wallet.ts'

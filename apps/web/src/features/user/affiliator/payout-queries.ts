import { ask, askPages } from '../../../lib/queries.ts'

const rewardsPageSize = 10

/** What was earned, and what of it can be claimed and paid out; its pages list the rewards one by one. */
export const rewardWalletQuery = () => askPages('rewards.wallet', {}, { limit: rewardsPageSize })

export const pricingQuery = () => ask('affiliates.payoutPricing', { query: { method: 'bank' } })

export const ownPayoutsQuery = () => ask('transactions.list', { query: { filter: 'payout', limit: 5 } })

export const taxNumberQuery = () => ask('affiliates.taxNumber')

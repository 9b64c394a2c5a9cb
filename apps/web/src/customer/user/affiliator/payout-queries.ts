import { queryOptions } from '@tanstack/react-query'
import { ask, askPages } from '../../../shell/queries/queries.ts'

const rewardsPageSize = 10

/** What was earned, and what of it can be claimed and paid out; its pages list the rewards one by one. */
export const rewardWalletQuery = () => askPages('rewards.wallet', {}, { limit: rewardsPageSize })

/** Asked for again while it is looked at: with the cut-off the next run begins, and with it another day of payment. */
export const pricingQuery = () =>
  queryOptions({ ...ask('affiliates.payoutPricing', { query: { method: 'bank' } }), refetchInterval: 30_000 })

export const ownPayoutsQuery = () => ask('transactions.list', { query: { filter: 'payout', limit: 5 } })

export const taxNumberQuery = () => ask('affiliates.taxNumber')

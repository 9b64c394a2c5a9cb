import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

const rewardsPageSize = 10

/** What was earned, and what of it can be claimed and paid out; its pages list the rewards one by one. */
export const rewardWalletQuery = () =>
  infiniteQueryOptions({
    queryKey: ['rewards.wallet', {}] as const,
    queryFn: ({ pageParam, signal }) =>
      call('rewards.wallet', { query: { page: pageParam, limit: rewardsPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.next_page,
  })

export const pricingQuery = () =>
  queryOptions({
    queryKey: ['affiliates.payoutPricing', {}] as const,
    queryFn: ({ signal }) => call('affiliates.payoutPricing', { query: { method: 'bank' }, signal }),
  })

export const ownPayoutsQuery = () =>
  queryOptions({
    queryKey: ['transactions.list', { filter: 'payout', limit: 5 }] as const,
    queryFn: ({ signal }) => call('transactions.list', { query: { filter: 'payout', limit: 5 }, signal }),
  })

export const taxNumberQuery = () =>
  queryOptions({
    queryKey: ['affiliates.taxNumber', {}] as const,
    queryFn: ({ signal }) => call('affiliates.taxNumber', { signal }),
  })

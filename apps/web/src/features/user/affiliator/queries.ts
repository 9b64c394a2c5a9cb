import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

const pageSize = 10

export const ownAffiliatorQuery = () =>
  queryOptions({
    queryKey: ['affiliates.show', {}] as const,
    queryFn: ({ signal }) => call('affiliates.show', { signal }),
  })

export const inviteTermsQuery = () =>
  queryOptions({
    queryKey: ['affiliates.terms', {}] as const,
    queryFn: ({ signal }) => call('affiliates.terms', { signal }),
    staleTime: 5 * 60_000,
  })

export const affiliatorStatsQuery = () =>
  queryOptions({
    queryKey: ['affiliates.stats', {}] as const,
    queryFn: ({ signal }) => call('affiliates.stats', { signal }),
  })

/** How many people came, or how many of them have bought for good. */
export const affiliateCountQuery = (valid: boolean) =>
  queryOptions({
    queryKey: ['affiliates.count', { valid }] as const,
    queryFn: ({ signal }) => call('affiliates.count', { query: { valid: valid ? 'true' : 'false' }, signal }),
  })

export const affiliatesQuery = (showAll: boolean) =>
  infiniteQueryOptions({
    queryKey: ['affiliates.list', { showAll }] as const,
    queryFn: ({ pageParam, signal }) =>
      call('affiliates.list', {
        query: { page: pageParam, limit: pageSize, showAll: showAll ? 'true' : 'false' },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.next_page,
  })

export const affiliateStatsQuery = (id: string) =>
  queryOptions({
    queryKey: ['affiliates.affiliateStats', { id }] as const,
    queryFn: ({ signal }) => call('affiliates.affiliateStats', { params: { id }, signal }),
  })

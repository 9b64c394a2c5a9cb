import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The last sales and refunds of the store. */
export const recentQuery = () =>
  queryOptions({
    queryKey: ['transactions.search', { limit: 5 }] as const,
    queryFn: ({ signal }) => call('transactions.search', { query: { limit: 5 }, signal }),
  })

/** How many papers wait for a reviewer. */
export const waitingKycQuery = () =>
  queryOptions({
    queryKey: ['admin.kycList', { limit: 1 }] as const,
    queryFn: ({ signal }) => call('admin.kycList', { query: { limit: 1 }, signal }),
  })

/** How many payouts wait for somebody to approve them. */
export const waitingPayoutsQuery = () =>
  queryOptions({
    queryKey: ['admin.payouts', { status: 'requested', limit: 1 }] as const,
    queryFn: ({ signal }) => call('admin.payouts', { query: { status: 'requested', limit: 1 }, signal }),
  })

import type { payoutStatuses } from '@shirogane/contract/resources/brand/payouts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

export const payoutsPageSize = 20
export const batchesPageSize = 5
export type PayoutFilter = (typeof payoutStatuses)[number] | 'all'

export const payoutsQuery = (asked: { status: PayoutFilter; q: string; page: number }) =>
  queryOptions({
    ...ask('admin.payouts', { query: { ...asked, limit: payoutsPageSize } }),
    placeholderData: keepPreviousData,
  })

export const payoutQuery = (id: string) => ask('admin.payout', { params: { id } })

/** Accounts of corporations that wait for a decision. */
export const reviewsQuery = () => ask('admin.payoutMethods')

export const batchesQuery = (page: number) =>
  queryOptions({
    ...ask('admin.payoutBatches', { query: { page, limit: batchesPageSize } }),
    placeholderData: keepPreviousData,
  })

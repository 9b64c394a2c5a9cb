import type { payoutStatuses } from '@shirogane/contract/payouts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const payoutsPageSize = 20
export const batchesPageSize = 5
export type PayoutFilter = (typeof payoutStatuses)[number] | 'all'

export const payoutsQuery = (asked: { status: PayoutFilter; q: string; page: number }) =>
  queryOptions({
    queryKey: ['admin.payouts', asked] as const,
    queryFn: ({ signal }) => call('admin.payouts', { query: { ...asked, limit: payoutsPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.payout', { id }] as const,
    queryFn: ({ signal }) => call('admin.payout', { params: { id }, signal }),
  })

/** Accounts of corporations that wait for a decision. */
export const reviewsQuery = () =>
  queryOptions({
    queryKey: ['admin.payoutMethods', {}] as const,
    queryFn: ({ signal }) => call('admin.payoutMethods', { signal }),
  })

export const batchesQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin.payoutBatches', { page }] as const,
    queryFn: ({ signal }) => call('admin.payoutBatches', { query: { page, limit: batchesPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** Bytes as a file of the browser, never one of them changed. */
export function saveBytes(bytes: Uint8Array, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

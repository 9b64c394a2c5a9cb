import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export type KycStatus = 'pending' | 'rejected' | 'approved'
export const kycPageSize = 20

export const kycListQuery = (status: KycStatus, page: number) =>
  queryOptions({
    queryKey: ['admin.kycList', { status, page }] as const,
    queryFn: ({ signal }) => call('admin.kycList', { query: { status, page, limit: kycPageSize }, signal }),
    refetchInterval: 60_000,
  })

/** Each asking is a look that goes on record, so it is asked once and not by itself again. */
export const kycRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.kycShow', { id }] as const,
    queryFn: ({ signal }) => call('admin.kycShow', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

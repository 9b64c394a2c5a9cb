import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

export type KycStatus = 'pending' | 'rejected' | 'approved'
export const kycPageSize = 20

export const kycListQuery = (status: KycStatus, page: number) =>
  queryOptions({
    ...ask('admin.kycList', { query: { status, page, limit: kycPageSize } }),
    refetchInterval: 60_000,
  })

/** Each asking is a look that goes on record, so it is asked once and not by itself again. */
export const kycRequestQuery = (id: string) =>
  queryOptions({
    ...ask('admin.kycShow', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

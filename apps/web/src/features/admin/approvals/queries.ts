import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const approvalsPageSize = 20
/** Somebody waits in front of a customer: what is asked and what is answered shows within seconds. */
const liveMs = 2_000
const glanceMs = 10_000

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals.show', { id }] as const,
    queryFn: ({ signal }) => call('approvals.show', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'waiting' ? liveMs : false,
  })

export const approvalsQuery = (filter: { state: 'waiting' | 'all'; page: number }) =>
  queryOptions({
    queryKey: ['approvals.list', filter] as const,
    queryFn: ({ signal }) =>
      call('approvals.list', { query: { ...filter, limit: approvalsPageSize }, signal }),
    staleTime: 0,
    refetchInterval: liveMs,
  })

/** How many wait, for the strip above every page of a manager. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    queryKey: ['approvals.list', { state: 'waiting', limit: 1 }] as const,
    queryFn: ({ signal }) => call('approvals.list', { query: { state: 'waiting', limit: 1 }, signal }),
    staleTime: 0,
    refetchInterval: glanceMs,
  })

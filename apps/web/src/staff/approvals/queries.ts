import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'
import { isLive } from '../../shell/realtime/realtime.ts'

export const approvalsPageSize = 20
/**
 * A clerk waits in front of a customer: the socket brings what is asked and what is answered. While there is none the
 * screen asks by itself within seconds; with it, now and then, for what no event tells of, such as a question that ran
 * out.
 */
const alone = { close: 2_000, glance: 10_000 }
const beside = { close: 15_000, glance: 60_000 }
const every = (how: keyof typeof alone) => (isLive() ? beside : alone)[how]

export const approvalQuery = (id: string) =>
  queryOptions({
    ...ask('approvals.show', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'waiting' ? every('close') : false,
  })

export const approvalsQuery = (filter: { state: 'waiting' | 'all'; page: number }) =>
  queryOptions({
    ...ask('approvals.list', { query: { ...filter, limit: approvalsPageSize } }),
    staleTime: 0,
    refetchInterval: () => every('close'),
  })

/** How many wait, for the strip above every page of a manager. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    ...ask('approvals.list', { query: { state: 'waiting', limit: 1 } }),
    staleTime: 0,
    refetchInterval: () => every('glance'),
  })

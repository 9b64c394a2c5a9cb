import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const cashoutsPageSize = 20

export const cashoutsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin.cashouts', { page }] as const,
    queryFn: ({ signal }) => call('admin.cashouts', { query: { page, limit: cashoutsPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** Nobody is searched for before something was typed. */
export const cashoutMembersQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin.cashoutMembers', { q }] as const,
    queryFn: ({ signal }) => call('admin.cashoutMembers', { query: { q }, signal }),
    enabled: q !== '',
  })

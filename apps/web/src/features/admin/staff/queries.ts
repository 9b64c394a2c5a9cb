import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const staffPageSize = 20

type Filter = { state: 'active' | 'stopped' | 'all'; q: string; page: number }

export const staffListQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['admin.staffList', filter] as const,
    queryFn: ({ signal }) => call('admin.staffList', { query: { ...filter, limit: staffPageSize }, signal }),
  })

/** Everybody at this store, for a till that is handed on. */
export const colleaguesQuery = () =>
  queryOptions({
    queryKey: ['admin.staffList', { colleagues: true }] as const,
    queryFn: ({ signal }) => call('admin.staffList', { signal }),
  })

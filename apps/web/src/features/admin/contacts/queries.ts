import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const contactsPageSize = 20

type Filter = { status: 'open' | 'done' | 'all'; q: string; page: number }

export const contactsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['admin.contacts', filter] as const,
    queryFn: ({ signal }) =>
      call('admin.contacts', { query: { ...filter, limit: contactsPageSize }, signal }),
  })

/** Every reading is on record: it is asked for when it is opened, and not again by itself. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.contact', { id }] as const,
    queryFn: ({ signal }) => call('admin.contact', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

export const contactsPageSize = 20

type Filter = { status: 'open' | 'done' | 'all'; q: string; page: number }

export const contactsQuery = (filter: Filter) =>
  ask('admin.contacts', { query: { ...filter, limit: contactsPageSize } })

/** Every reading is on record: it is asked for when it is opened, and not again by itself. */
export const contactQuery = (id: string) =>
  queryOptions({
    ...ask('admin.contact', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const affiliatorsPageSize = 20
export const affiliatorStates = ['held', 'all', 'stopped'] as const
export type AffiliatorState = (typeof affiliatorStates)[number]

export const affiliatorsQuery = (filter: { state: AffiliatorState; q: string; page: number }) =>
  queryOptions({
    queryKey: ['admin.affiliators', filter] as const,
    queryFn: async ({ signal }) => {
      const { items, ...page } = await call('admin.affiliators', {
        query: { ...filter, limit: affiliatorsPageSize },
        signal,
      })
      return { ...page, items: items.map((row) => ({ ...row, id: row.user_id })) }
    },
  })

/** Every reading is on record: it is asked for when it is opened, and not again by itself. */
export const affiliatorQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.affiliator', { id }] as const,
    queryFn: ({ signal }) => call('admin.affiliator', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

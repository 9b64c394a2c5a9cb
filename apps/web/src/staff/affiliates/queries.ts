import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

export const affiliatorsPageSize = 20
export const affiliatorStates = ['held', 'all', 'stopped'] as const
export type AffiliatorState = (typeof affiliatorStates)[number]

export const affiliatorsQuery = (filter: { state: AffiliatorState; q: string; page: number }) =>
  queryOptions({
    ...ask('admin.affiliators', { query: { ...filter, limit: affiliatorsPageSize } }),
    select: ({ items, ...page }) => ({ ...page, items: items.map((row) => ({ ...row, id: row.user_id })) }),
  })

/** Every reading is on record: it is asked for when it is opened, and not again by itself. */
export const affiliatorQuery = (id: string) =>
  queryOptions({
    ...ask('admin.affiliator', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

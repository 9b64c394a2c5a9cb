import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../../lib/queries.ts'

export const cashoutsPageSize = 20

export const cashoutsQuery = (page: number) =>
  queryOptions({
    ...ask('admin.cashouts', { query: { page, limit: cashoutsPageSize } }),
    placeholderData: keepPreviousData,
  })

/** Nobody is searched for before something was typed. */
export const cashoutMembersQuery = (q: string) =>
  queryOptions({ ...ask('admin.cashoutMembers', { query: { q } }), enabled: q !== '' })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

export const cashoutsPageSize = 20

export const cashoutsQuery = (page: number) =>
  queryOptions({
    ...ask('admin.cashouts', { query: { page, limit: cashoutsPageSize } }),
    placeholderData: keepPreviousData,
  })

/** No search is made before something was typed. */
export const cashoutMembersQuery = (q: string) =>
  queryOptions({ ...ask('admin.cashoutMembers', { query: { q } }), enabled: q !== '' })

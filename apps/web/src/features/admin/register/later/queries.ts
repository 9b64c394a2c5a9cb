import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api.ts'

/** What a customer may defer and owes, as it stands now. */
export const laterAccountQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin.laterAccount', { id: userId }] as const,
    queryFn: ({ signal }) => call('admin.laterAccount', { params: { id: userId }, signal }),
    staleTime: 0,
  })

/** Who owes the store, or one customer wherever they owe. */
export const laterListQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['transactions.laterList', { userId }] as const,
    queryFn: ({ signal }) =>
      call('transactions.laterList', { query: userId === null ? {} : { user_id: userId }, signal }),
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../shell/queries/queries.ts'

/** What a customer may defer and owes, as it stands now. */
export const deferredAccountQuery = (userId: string) =>
  queryOptions({ ...ask('admin.laterAccount', { params: { id: userId } }), staleTime: 0 })

/** Who owes the store, or one customer wherever they owe. */
export const deferredListQuery = (userId: string | null) =>
  queryOptions({
    ...ask('transactions.laterList', { query: userId === null ? {} : { user_id: userId } }),
    staleTime: 0,
  })

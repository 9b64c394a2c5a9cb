import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const booksQuery = () =>
  queryOptions({
    queryKey: ['admin.books', {}] as const,
    queryFn: ({ signal }) => call('admin.books', { signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

const pollMs = 30_000

/** How the check stands. While it waits, the page asks now and then: the decision comes from a person. */
export const kycQuery = () =>
  queryOptions({
    queryKey: ['users.kyc', {}] as const,
    queryFn: ({ signal }) => call('users.kyc', { signal }),
    refetchInterval: (query) => (query.state.data?.kyc_status === 'pending' ? pollMs : false),
  })

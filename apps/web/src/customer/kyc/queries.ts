import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

const pollMs = 30_000

/** How the check stands. While it waits, the page asks now and then: the decision comes from a person. */
export const kycQuery = () =>
  queryOptions({
    ...ask('users.kyc'),
    refetchInterval: (query) => (query.state.data?.kyc_status === 'pending' ? pollMs : false),
  })

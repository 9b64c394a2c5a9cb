import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'
import { isLive } from '../../shell/realtime/realtime.ts'

const askedEveryMs = 3_000
const withoutSocketMs = 10_000

/** What waits for this customer's tap: told by the socket, and looked for where that is down or one is on the screen. */
export const confirmationQuery = () =>
  queryOptions({
    ...ask('transactions.confirmation'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (state.data?.confirmation) return askedEveryMs
      return isLive() ? false : withoutSocketMs
    },
  })

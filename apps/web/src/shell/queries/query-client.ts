import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api.ts'
import { keepEntry } from '../session/saved.ts'
import { sessionState } from '../session/session.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 30 * 60_000,
      // The browser's word on being online is a guess: ask, and show what the answer was.
      networkMode: 'always',
      retry: (failures, error) =>
        failures < 1 &&
        error instanceof ApiError &&
        (error.isNetwork || error.status >= 500) &&
        navigator.onLine,
      retryDelay: 800,
      refetchOnReconnect: 'always',
    },
  },
})

/** Answers that are worth showing without a network; all of them are about the reader's own money. */
const keptCalls = new Set(['users.me', 'users.wallet', 'users.level', 'transactions.list'])

/** Writes each fresh answer to the device, under the name of its query. */
export function keepAnswers(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, state } = event.query
    const owner = sessionState().auth?.id
    const [name, narrowing] = queryKey
    if (owner === undefined || typeof name !== 'string' || !keptCalls.has(name)) return
    // The lists behind the chips are few; those of a search are as many as there are searches.
    if (Object.keys(narrowing as object).length > 1) return
    keepEntry(owner, JSON.stringify(queryKey), state.data, state.dataUpdatedAt)
  })
}

import type { CallName } from '@shirogane/contract/wire/calls'
import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logFailure } from '../api/log-failure.ts'
import { queryClient } from '../queries/query-client.ts'

const logged: readonly unknown[] = ['transactions.list', 'transactions.details'] satisfies CallName[]

/** Logs every reading of movements that failed, also one from before this was loaded. */
export function FailureLog(): null {
  useEffect(() => {
    const log = ({ queryKey, state: { error } }: Query) => {
      const [name] = queryKey
      if (error !== null && logged.includes(name)) logFailure(name as CallName, error)
    }
    const cache = queryClient.getQueryCache()
    for (const query of cache.getAll()) log(query)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') log(event.query)
    })
  }, [])
  return null
}

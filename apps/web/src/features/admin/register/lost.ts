import { limits } from '@shirogane/contract/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../../lib/api.ts'
import { ask } from '../../../lib/queries.ts'
import { readJournal } from '../journal.ts'
import { keysOf } from '../kept-keys.ts'
import { registerTermsQuery } from '../queries.ts'

/** What this device was told of before the house was led back to an earlier moment, and the books do not have. */
const missingQuery = (restoredAt: string | null) =>
  queryOptions({
    ...ask('transactions.missing', { params: { before: restoredAt ?? '' } }),
    enabled: restoredAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const ids = readJournal()
        .filter(({ at }) => restoredAt !== null && at < restoredAt)
        .map(({ id }) => id)
      const missing: string[] = []
      for (let from = 0; from < ids.length; from += limits.journalBatch) {
        const body = { ids: ids.slice(from, from + limits.journalBatch) }
        missing.push(...(await call('transactions.missing', { body, signal })).missing)
      }
      return { missing }
    },
  })

const none: readonly string[] = []

/** The ids of what is lost, which of them somebody has rung up again, and when the house went back. */
export function useLost() {
  const restoredAt = useQuery(registerTermsQuery()).data?.restored_at ?? null
  const lost = useQuery(missingQuery(restoredAt)).data?.missing ?? none
  const again = useSyncExternalStore(subscribe, readAgain)
  return { lost, again, restoredAt }
}

const key = 'shirogane.rung_up_again'
const listeners = new Set<() => void>()
let text: string | null = null
let marked: readonly string[] = none

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readAgain(): readonly string[] {
  // A browser that refuses storage remembers nothing that could be lost.
  if (keysOf(key).length === 0) return none
  const found = localStorage.getItem(key)
  if (found === text) return marked
  text = found
  marked = found?.split(' ') ?? none
  return marked
}

/** A person has rung it up again, or has not after all. What nobody remembers any more needs no mark. */
export function setAgain(id: string, isAgain: boolean): void {
  const others = readAgain().filter((one) => one !== id)
  const known = new Set(readJournal().map((entry) => entry.id))
  const marks = [...others, ...(isAgain ? [id] : [])].filter((one) => known.has(one))
  if (marks.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, marks.join(' '))
  for (const listener of listeners) listener()
}

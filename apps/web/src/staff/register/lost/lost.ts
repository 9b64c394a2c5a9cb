import { limits } from '@shirogane/contract/rules/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call, type Output } from '../../../shell/api/api.ts'
import { ask } from '../../../shell/queries/queries.ts'
import { type Entry, readJournal } from '../../shared/device/journal.ts'
import { registerTermsQuery, staffQuery } from '../../shared/queries.ts'

const askAgainMs = 60_000

/** Which of the movements that this device was told of the books do not have, where they were led back. */
const missingQuery = (restoredAt: string | null) =>
  queryOptions({
    ...ask('transactions.missing', { params: { restored: restoredAt ?? '' } }),
    enabled: restoredAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // A server that has just come back may be slow to answer.
    refetchInterval: ({ state }) => (state.status === 'error' ? askAgainMs : false),
    queryFn: async ({ signal }) => {
      const ids = readJournal().map(({ id }) => id)
      const missing: string[] = []
      for (let from = 0; from < ids.length; from += limits.journalBatch) {
        const body = { ids: ids.slice(from, from + limits.journalBatch) }
        missing.push(...(await call('transactions.missing', { body, signal })).missing)
      }
      return { missing }
    },
  })

function entriesOf({ missing }: Output<'transactions.missing'>): readonly Entry[] {
  const lost = new Set(missing)
  return readJournal().filter(({ id }) => lost.has(id))
}

const none: readonly never[] = []

/** What this device was told of in the shop of the person who works here, and the books have lost. */
export function useLost() {
  const storeId = useQuery(staffQuery()).data?.store_id ?? null
  const restoredAt = useQuery(registerTermsQuery()).data?.restored_at ?? null
  const asked = useQuery({ ...missingQuery(restoredAt), select: entriesOf })
  const again = useSyncExternalStore(subscribe, readAgain)
  const entries = (asked.data ?? none).filter(({ store_id }) => store_id === storeId)
  return {
    entries,
    again,
    due: entries.filter(({ id }) => !again.includes(id)).length,
    restoredAt,
    isUnknown: restoredAt !== null && asked.data === undefined,
  }
}

const key = 'shirogane.rung_up_again'
const listeners = new Set<() => void>()
let text = ''
let marks: readonly string[] = none

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The ids of what has been rung up again. */
function readAgain(): readonly string[] {
  let found = text
  try {
    found = localStorage.getItem(key) ?? ''
  } catch {
    // A browser that refuses storage keeps the marks of this page.
  }
  if (found === text) return marks
  text = found
  marks = found === '' ? none : found.split(' ')
  return marks
}

/** A person has rung it up again, or has not after all. */
export function setAgain(id: string, isAgain: boolean): void {
  const others = readAgain().filter((one) => one !== id)
  marks = isAgain ? [...others, id] : others
  text = marks.join(' ')
  try {
    localStorage.setItem(key, text)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

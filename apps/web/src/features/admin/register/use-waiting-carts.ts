import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refetch } from '../../../lib/queries.ts'
import { parkedQuery } from './HeldSheet.tsx'
import type { Till } from './till.ts'
import type { Phase } from './till-state.ts'

const everyMs = 60_000

/** How many carts wait: those of the whole shop, and those that are on this device alone. */
export function useWaitingCarts(till: Till, isOnline: boolean, phase: Phase['name']): number {
  const waiting = useQuery({ ...parkedQuery(), enabled: isOnline, refetchInterval: everyMs })
  const here = useSyncExternalStore(till.held.subscribe, till.held.list).length
  // What was on its way has arrived, or a sale has settled one that waited: the list of the store is another.
  useEffect(() => refetch('transactions.searchSaved'), [here, phase])
  return (waiting.data?.total ?? 0) + here
}

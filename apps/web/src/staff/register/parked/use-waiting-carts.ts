import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { parkedQuery } from '../../shared/queries.ts'
import { countHeld, onHeldKept } from './held.ts'

const everyMs = 60_000

/** How many carts wait: those of the whole shop, and those that are on this device alone. */
export function useWaitingCarts(registerId: string): number {
  const waiting = useQuery({ ...parkedQuery(), enabled: useOnline(), refetchInterval: everyMs })
  const here = useSyncExternalStore(onHeldKept, () => countHeld(registerId))
  // What was on its way has arrived: the list of the store is another.
  useEffect(() => refetch('transactions.searchSaved'), [here])
  return (waiting.data?.total ?? 0) + here
}

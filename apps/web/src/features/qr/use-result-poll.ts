import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { call } from '../../lib/api.ts'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { refetch } from '../../lib/queries.ts'
import { isLive, onLiveChange } from '../../lib/realtime.ts'

const pollMs = 5_000
/** The line needs a moment to come up; only after that it counts as down. */
const graceMs = 3_000

/** Without a socket the result of a payment is asked for, as long as a code is on screen. */
export function useResultPoll(hasCode: boolean): void {
  const live = useSyncExternalStore(onLiveChange, isLive, () => true)
  const go = useGo()
  const onPaid = useEffectEvent((id: string) => {
    refetch('users.wallet', 'users.level', 'transactions.list', 'notifications.count')
    go(paths.qrDone(id), { replace: true })
  })
  useEffect(() => {
    if (live || !hasCode) return undefined
    const since = Date.now()
    let known: string | null | undefined
    let isGone = false
    const ask = async () => {
      const page = await call('transactions.list', { query: { page: 1, limit: 1, filter: 'payment' } }).catch(
        () => null,
      )
      if (isGone || page === null) return
      const latest = page.items[0]
      // The first answer shows where things stood; a payment that finished meanwhile is the one waited for.
      const isNew =
        known === undefined
          ? latest !== undefined && Date.parse(latest.completed_at ?? latest.created_at) > since
          : latest?.id !== known
      known = latest?.id ?? null
      if (isNew && latest !== undefined && latest.status === 'completed') onPaid(latest.id)
    }
    let timer: ReturnType<typeof setInterval> | undefined
    const grace = setTimeout(() => {
      void ask()
      timer = setInterval(() => void ask(), pollMs)
    }, graceMs)
    return () => {
      isGone = true
      clearTimeout(grace)
      clearInterval(timer)
    }
  }, [live, hasCode])
}

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { call } from '../../shell/api/api.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { isLive, onLiveChange } from '../../shell/realtime/realtime.ts'

const pollMs = 5_000
/** The line needs a moment to come up; only after that it counts as down. */
const graceMs = 3_000

/**
 * Without a socket the result of a payment is asked for, as long as a code is on screen: the payment that was completed
 * after `since`, by the server's clock. The server does not send again what a line missed, so it is asked for once more
 * when the line is back, and when the page is looked at again: a line that died meanwhile is not known to be dead.
 */
export function useResultPoll(since: string | null): void {
  const live = useSyncExternalStore(onLiveChange, isLive, () => true)
  const go = useGo()
  const onPaid = useEffectEvent((id: string) => {
    refetch('users.wallet', 'users.level', 'transactions.list', 'notifications.count')
    go(paths.qrDone(id), { replace: true })
  })
  /** A payment may have been announced unheard: the line was down, or the code was put away for a while. */
  const mayMiss = useRef(false)
  useEffect(() => {
    if (since === null) return undefined
    let isGone = false
    const ask = async () => {
      const page = await call('transactions.list', { query: { page: 1, limit: 1, filter: 'payment' } }).catch(
        () => null,
      )
      const latest = page?.items[0]
      if (isGone || latest?.status !== 'completed' || latest.completed_at === null) return
      if (Date.parse(latest.completed_at) > Date.parse(since)) onPaid(latest.id)
    }
    let timer: ReturnType<typeof setInterval> | undefined
    let grace: ReturnType<typeof setTimeout> | undefined
    if (!live)
      grace = setTimeout(() => {
        void ask()
        timer = setInterval(() => void ask(), pollMs)
      }, graceMs)
    else if (mayMiss.current) void ask()
    mayMiss.current = true
    const onVisible = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isGone = true
      clearTimeout(grace)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [live, since])
}

import { useEffect } from 'react'
import { refetch } from '../../../lib/queries.ts'
import { openLive } from '../../../lib/realtime.ts'
import { renewSession, useSession } from '../../../lib/session.ts'

const readAgain = () => refetch('approvals.list', 'approvals.show')

/**
 * Whoever is asked, and whoever waits for an answer, sees it the moment it is given, on every page of a shop's staff. Head
 * office has no room of its own: its lists ask by themselves.
 */
export function useLiveApprovals(): void {
  const { auth, reconnecting } = useSession()
  const isOfShop = auth?.employee?.store_id != null
  useEffect(() => {
    if (!isOfShop || reconnecting) return undefined
    let close: (() => void) | null = null
    let isGone = false
    openLive({ approvalChange: readAgain, onReturn: readAgain, onRefused: renewSession }).then(
      (end) => {
        if (isGone) end()
        else close = end
      },
      // Without the library the lists ask for themselves; the next start tries again.
      () => {},
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [isOfShop, reconnecting])
}

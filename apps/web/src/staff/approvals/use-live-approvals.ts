import { useEffect } from 'react'
import { refetch } from '../../shell/queries/queries.ts'
import { openLive } from '../../shell/realtime/realtime.ts'
import { renewSession, useSession } from '../../shell/session/session.ts'

const readAgain = () => refetch('approvals.list', 'approvals.show')

/**
 * Staff who are asked see the question, and staff who wait see the answer, the moment it is given, on every page of a
 * shop's staff. Head office has no room of its own: its lists ask by themselves.
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

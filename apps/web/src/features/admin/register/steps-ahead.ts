import { useEffect } from 'react'
import { mayReload } from '../../../lib/chunks.ts'

/** What a sale may come to and what comes with a file of its own. */
const steps = [
  () => import('./receipt/TillReceiptSheet.tsx'),
  () => import('./receipt/paper-bytes.ts'),
  () => import('./later/LaterSheet.tsx'),
  () => import('./AffiliatorSheet.tsx'),
  () => import('../approvals/ApprovalSheet.tsx'),
]
const afterMs = 3_000

/** Has them at hand once the register stands: the network may be gone by the time that a customer waits for one. */
export function useStepsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      // A file that does not come would reload the page, which asks here first and counts that as having done it: nobody
      // waits for these yet, and a sale may be on its way.
      mayReload()
      for (const load of steps) load().catch(() => {})
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
}

import { useEffect } from 'react'

/** What a sale may come to, what else a register does, and what comes with a file of its own. */
const steps = [
  () => import('./receipt/RegisterReceiptSheet.tsx'),
  () => import('./receipt/paper-bytes.ts'),
  () => import('./deferred/DeferredSheet.tsx'),
  () => import('./member/AffiliatorSheet.tsx'),
  () => import('../approvals/ApprovalSheet.tsx'),
  () => import('./refund/RefundMode.tsx'),
  () => import('./charge/ChargeScreen.tsx'),
  () => import('./point/PointScreen.tsx'),
  () => import('./deferred/DeferredScreen.tsx'),
]
const afterMs = 3_000

/** Has them at hand once the register stands: the network may be gone by the time that a customer waits for one. */
export function useStepsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      // These are not needed yet: a screen that needs one asks again.
      for (const load of steps) load().catch(() => {})
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
}

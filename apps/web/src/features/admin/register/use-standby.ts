import { useEffect } from 'react'
import { openDrawer } from './drawer.ts'
import type { Till } from './till.ts'

const heldAgainMs = 15_000

/** What the bench does by itself beside the sale. */
export function useStandby(
  till: Till,
  { isCutOff, isSettling, isCashDone }: { isCutOff: boolean; isSettling: boolean; isCashDone: boolean },
): void {
  // Carts that were put aside without a network go to the server as soon as there is one.
  useEffect(() => {
    if (isCutOff) return undefined
    void till.held.sendAll()
    const timer = setInterval(() => void till.held.sendAll(), heldAgainMs)
    return () => clearInterval(timer)
  }, [till, isCutOff])

  // A page that is left while money moves would leave the clerk without the result.
  useEffect(() => {
    if (!isSettling) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isSettling])

  useEffect(() => {
    if (isCashDone) void openDrawer()
  }, [isCashDone])
}

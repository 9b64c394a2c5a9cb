import { useEffect, useRef } from 'react'
import { openDrawer } from '../devices/drawer.ts'
import type { Till } from '../machine/till.ts'
import type { Phase } from '../machine/till-state.ts'

const heldAgainMs = 15_000

/** What the bench does by itself beside the sale. */
export function useStandby(till: Till, { isCutOff, phase }: { isCutOff: boolean; phase: Phase }): void {
  const isSettling = phase.name === 'settling'
  const isCashDone = phase.name === 'done' && phase.result.transaction.tenders.cash > 0
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

  // Only where the money has just been taken: a reload finds the finished sale again, and its drawer shut.
  const wasSettling = useRef(false)
  useEffect(() => {
    if (wasSettling.current && isCashDone) void openDrawer()
    wasSettling.current = isSettling
  }, [isSettling, isCashDone])
}

import { useEffect, useRef } from 'react'
import { openDrawer } from '../devices/drawer.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Phase } from '../machine/sale-state.ts'

const heldAgainMs = 15_000

/** What the register does by itself beside the sale. */
export function useStandby(
  machine: SaleMachine,
  { isCutOff, phase }: { isCutOff: boolean; phase: Phase },
): void {
  const isCompleting = phase.name === 'completing'
  const isCashDone = phase.name === 'done' && phase.result.transaction.tenders.cash > 0
  // Carts that were put aside without a network go to the server as soon as there is one.
  useEffect(() => {
    if (isCutOff) return undefined
    void machine.held.sendAll()
    const timer = setInterval(() => void machine.held.sendAll(), heldAgainMs)
    return () => clearInterval(timer)
  }, [machine, isCutOff])

  // A page that is left while money moves would leave the clerk without the result.
  useEffect(() => {
    if (!isCompleting) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isCompleting])

  // Only where the money has just been taken: a reload finds the finished sale again, and its drawer shut.
  const wasCompleting = useRef(false)
  useEffect(() => {
    if (wasCompleting.current && isCashDone) void openDrawer()
    wasCompleting.current = isCompleting
  }, [isCompleting, isCashDone])
}

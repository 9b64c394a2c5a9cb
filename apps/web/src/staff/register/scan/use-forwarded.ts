import { useEffect, useEffectEvent } from 'react'
import { takeForwardedCart, takeForwardedCode } from '../../shared/scanner/forwarded.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Phase } from '../machine/sale-state.ts'
import type { Parked } from '../machine/sale-parts.ts'

/** Takes what was found on another page and belongs to the sale, once the register knows where it stands. */
export function useForwarded(
  machine: SaleMachine,
  phase: Phase['name'],
  take: (code: string) => Promise<unknown>,
  openHeld: () => void,
): void {
  const takeCart = async (parked: Parked) => {
    // A clerk with an unfinished sale decides there what becomes of it.
    if (machine.state().lines.length > 0) {
      openHeld()
      return
    }
    const reply = await machine.resume(parked)
    if (reply === null) openHeld()
    if (reply === null || reply.kind === 'answer') return
    machine.say({
      kind: 'warning',
      message: reply.kind === 'lost' ? text.lostConnection : reply.refusal.message,
    })
  }
  const takeForwarded = useEffectEvent(() => {
    const code = takeForwardedCode()
    if (code !== null) void take(code)
    const cart = takeForwardedCart()
    if (cart !== null) void takeCart(cart)
  })
  useEffect(() => {
    if (phase !== 'recovering') takeForwarded()
  }, [phase])
}

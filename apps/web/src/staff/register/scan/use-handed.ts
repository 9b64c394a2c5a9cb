import { useEffect, useEffectEvent } from 'react'
import { takeHandedCart, takeHandedOver } from '../../shared/scanner/handed-over.ts'
import { text } from '../text.ts'
import type { Till } from '../machine/till.ts'
import type { Phase } from '../machine/till-state.ts'
import type { Parked } from '../machine/till-parts.ts'

/** Takes what was found on another page and belongs to the sale, once the register knows where it stands. */
export function useHanded(
  till: Till,
  phase: Phase['name'],
  take: (code: string) => Promise<unknown>,
  openHeld: () => void,
): void {
  const takeCart = async (parked: Parked) => {
    // A clerk with an unfinished sale decides there what becomes of it.
    if (till.state().lines.length > 0) {
      openHeld()
      return
    }
    const reply = await till.resume(parked)
    if (reply === null) openHeld()
    if (reply === null || reply.kind === 'answer') return
    till.say({
      kind: 'warning',
      message: reply.kind === 'lost' ? text.lostConnection : reply.refusal.message,
    })
  }
  const takeHanded = useEffectEvent(() => {
    const code = takeHandedOver()
    if (code !== null) void take(code)
    const cart = takeHandedCart()
    if (cart !== null) void takeCart(cart)
  })
  useEffect(() => {
    if (phase !== 'recovering') takeHanded()
  }, [phase])
}

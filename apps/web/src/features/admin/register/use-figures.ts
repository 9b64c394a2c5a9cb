import { limits } from '@shirogane/contract/limits'
import { amountAfterKey, type KeypadKey } from '@shirogane/ui/keypad-keys'
import { useRef } from 'react'
import type { Payment } from './tenders.ts'
import type { Till } from './till.ts'

/** The entry of figures: which amount is being typed, and what a key, a button or a card of commands makes of it. */
export function useFigures(till: Till) {
  /** The next figure begins a new amount instead of following the one that is there. */
  const startsAnew = useRef(true)

  return {
    beginAnew: () => {
      startsAnew.current = true
    },
    activate: (payment: Payment) => {
      startsAnew.current = true
      till.activate(payment)
    },
    enter: (payment: Payment, value: number) => {
      startsAnew.current = true
      till.enter(payment, value)
    },
    /** Answers how to take the key back. */
    press: (key: KeypadKey) => {
      // Several keys may come at once, between two drawings of the screen.
      const { active, entered } = till.state()
      const wasNew = startsAnew.current
      const before = wasNew && key !== 'erase' ? 0 : entered[active]
      startsAnew.current = false
      till.enter(active, amountAfterKey(before, key, limits.amountMax))
      return () => {
        till.enter(active, entered[active])
        startsAnew.current = wasNew
      }
    },
  }
}

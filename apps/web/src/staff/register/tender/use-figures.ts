import { limits } from '@shirogane/contract/rules/limits'
import { amountAfterKey, type KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { useRef } from 'react'
import type { Payment } from './tenders.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'

/** The longest amount has so many figures: a clerk who types more of them in one go is typing a code. */
const longestAmount = String(limits.amountMax).length
/** After such a pause another errand begins. */
const pauseMs = 3_000

/** Figures that a hand typed one after the other, and how to have the amount again that was there before them. */
type Run = { typed: string; at: number; takeBack: () => void }

/** The entry of figures: which amount is being typed, and what a key, a button or a card of commands makes of it. */
export function useFigures(machine: SaleMachine, onCode: () => void) {
  /** The next figure begins a new amount instead of following the one that is there. */
  const startsAnew = useRef(true)
  const run = useRef<Run | null>(null)
  /** What was typed of a code, until the field for it is there and takes it. */
  const typedCode = useRef('')

  /** How to have the amount again that stands there now. */
  const bookmark = () => {
    const { active, entered } = machine.state()
    const wasNew = startsAnew.current
    return () => {
      machine.enter(active, entered[active])
      startsAnew.current = wasNew
    }
  }
  const change = (key: KeypadKey) => {
    // Several keys may come at once, between two drawings of the screen.
    const { active, entered } = machine.state()
    const before = startsAnew.current && key !== 'erase' ? 0 : entered[active]
    startsAnew.current = false
    machine.enter(active, amountAfterKey(before, key, limits.amountMax))
  }

  return {
    typedCode,
    beginAnew: () => {
      startsAnew.current = true
      run.current = null
    },
    activate: (payment: Payment) => {
      startsAnew.current = true
      run.current = null
      machine.activate(payment)
    },
    enter: (payment: Payment, value: number) => {
      startsAnew.current = true
      run.current = null
      machine.enter(payment, value)
    },
    /** A key of the keypad. Answers how to take it back. */
    press: (key: KeypadKey) => {
      run.current = null
      const takeBack = bookmark()
      change(key)
      return takeBack
    },
    /** A figure of a keyboard: part of an amount, until there are more of them than an amount has. */
    type: (figure: KeypadKey, now = performance.now()) => {
      const before = run.current
      const isTaken = before !== null && before.typed.length > longestAmount && typedCode.current === ''
      const isNew = before === null || isTaken || now - before.at > pauseMs
      const takeBack = bookmark()
      const next = isNew
        ? { typed: figure, at: now, takeBack }
        : { ...before, typed: before.typed + figure, at: now }
      run.current = next
      if (next.typed.length > longestAmount) {
        next.takeBack()
        typedCode.current = next.typed
        onCode()
      } else change(figure)
      return () => {
        run.current = before
        takeBack()
      }
    },
  }
}

import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { scanSoundIsOn } from '../../shared/device/device.ts'

import { totalsOf } from '../cart/cart.ts'
import type { Command } from './commands.ts'
import { beep } from './sound.ts'
import { billOf, mostOf } from '../tender/tenders.ts'
import type { Payment } from '../tender/tenders.ts'
import { text } from '../text.ts'
import type { Till } from '../machine/till.ts'
import { availableOf } from '../machine/till-state.ts'

/** What an open sheet makes of a key: how to take it back, or null where the key means nothing in it. */
export type KeyListener = RefObject<((key: KeypadKey | '.') => (() => void) | null) | null>

/** What lies over the bench hears commands first. It answers false for one that means nothing there. */
export type CommandListener = RefObject<((command: Command) => boolean) | null>

/** Hears commands while the sheet is there. */
export function useHeardCommands(
  listener: CommandListener,
  isOpen: boolean,
  onCommand: (command: Command) => boolean,
): void {
  const hear = useEffectEvent(onCommand)
  useEffect(() => {
    if (!isOpen) return undefined
    const own = (command: Command) => hear(command)
    listener.current = own
    return () => {
      if (listener.current === own) listener.current = null
    }
  }, [listener, isOpen])
}

/** A scanner that reads its code twice in one pull of the trigger must not skip the last look. */
const echoMs = 400

type Commands = {
  till: Till
  listener: CommandListener
  sheetKeys: KeyListener
  isSheetOpen: boolean
  isConfirmOpen: boolean
  isClearing: boolean
  noneLeft: { isAsking: boolean; answer: (add: boolean) => void }
  press: (key: KeypadKey) => void
  enter: (payment: Payment, value: number) => void
  activate: (payment: Payment) => void
  changeQuantity: (by: number) => unknown
  /** The selected line goes, and can be taken back. */
  removeSelected: () => boolean
  askToClear: (isAsked: boolean) => void
  openConfirm: () => void
  /** Why the sale cannot be confirmed now. */
  reason: string | null
  closeConfirm: () => void
  settle: () => void
}

/** Does what a printed code asks for, where it means something; everywhere else the scanner hears that it does not. */
export function useCommands(bench: Commands): (command: Command) => void {
  const { till } = bench
  const announce = useAnnounce()
  const confirmedAt = useRef(Number.NEGATIVE_INFINITY)

  const refuse = (message: string): boolean => {
    till.say({ kind: 'article', message })
    announce(message, 'assertive')
    return false
  }

  const pay = (payment: Exclude<Payment, 'cash'>, then: (most: number) => void): boolean => {
    const { member, entered } = till.state()
    if (member === null && payment !== 'card') return refuse(text.memberOnly)
    const most = mostOf(payment, totalsOf(till.state()).total, entered, availableOf(member))
    if (most === 0) return false
    then(most)
    return true
  }

  /** The questions that lie over the bench, of which each has a yes and a no. */
  const answer = (command: Command): boolean => {
    const isYes = command.kind === 'confirm'
    if (!isYes && command.kind !== 'back') return false
    if (bench.noneLeft.isAsking) bench.noneLeft.answer(isYes)
    else if (bench.isClearing) {
      bench.askToClear(false)
      if (isYes) till.clear()
    } else if (!isYes) bench.closeConfirm()
    else {
      bench.settle()
      return bench.reason === null
    }
    return true
  }

  const onBench = (command: Command): boolean => {
    const { entered, selected } = till.state()
    const { total } = totalsOf(till.state())
    switch (command.kind) {
      case 'exact': {
        const due = billOf(total, entered).cash_due
        if (due > 0) bench.enter('cash', due)
        return due > 0
      }
      case 'note':
        if (total === 0) return refuse(text.confirmEmpty)
        bench.enter('cash', entered.cash + command.value)
        return true
      case 'whole':
        return pay(command.payment, (most) => bench.enter(command.payment, most))
      case 'choose':
        if (command.payment === 'cash') bench.activate('cash')
        else return pay(command.payment, () => bench.activate(command.payment))
        return true
      case 'key':
        bench.press(command.key)
        return true
      case 'quantity':
        if (selected === null) return false
        bench.changeQuantity(command.by)
        return true
      case 'remove':
        return bench.removeSelected()
      case 'clear':
        if (till.state().lines.length === 0 && till.state().member === null) return false
        bench.askToClear(true)
        return true
      case 'confirm':
        if (bench.reason !== null) refuse(bench.reason)
        bench.openConfirm()
        return bench.reason === null
      default:
        return false
    }
  }

  return (command) => {
    if (command.kind === 'confirm') {
      const now = performance.now()
      if (now - confirmedAt.current < echoMs) return
      confirmedAt.current = now
    }
    const isAsked = bench.isConfirmOpen || bench.isClearing || bench.noneLeft.isAsking
    const run = (): boolean => {
      if (bench.listener.current?.(command) === true) return true
      if (command.kind === 'key' && bench.sheetKeys.current !== null) {
        bench.sheetKeys.current(command.key)
        return true
      }
      // Some of these questions are sheets, too: they are answered before anything under them is touched.
      if (isAsked) return answer(command)
      return !bench.isSheetOpen && till.state().phase.name === 'editing' && onBench(command)
    }
    const isDone = run()
    if (scanSoundIsOn()) beep(isDone ? 'read' : 'failed')
  }
}

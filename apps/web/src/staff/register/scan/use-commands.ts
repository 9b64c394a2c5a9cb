import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { scanSoundIsOn } from '../../shared/device/device.ts'

import { totalsOf } from '../cart/cart.ts'
import type { Command } from './commands.ts'
import { playBeep } from './sound.ts'
import { billOf, mostOf } from '../tender/tenders.ts'
import type { Payment } from '../tender/tenders.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import { availableOf } from '../machine/sale-state.ts'

/** What an open sheet makes of a key: how to take it back, or null where the key means nothing in it. */
export type KeyListener = RefObject<((key: KeypadKey | '.') => (() => void) | null) | null>

/** What lies over the register hears commands first. It answers false for one that means nothing there. */
export type CommandListener = RefObject<((command: Command) => boolean) | null>

/** Hears commands while the sheet is there. */
export function useCommandListener(
  listener: CommandListener,
  isOpen: boolean,
  onCommand: (command: Command) => boolean,
): void {
  const receive = useEffectEvent(onCommand)
  useEffect(() => {
    if (!isOpen) return undefined
    const own = (command: Command) => receive(command)
    listener.current = own
    return () => {
      if (listener.current === own) listener.current = null
    }
  }, [listener, isOpen])
}

/** A scanner that reads its code twice in one pull of the trigger must not skip the confirmation. */
const echoMs = 400

type Commands = {
  machine: SaleMachine
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
  completeSale: () => void
}

/** Does what a printed code asks for, where it means something; everywhere else the scanner hears that it does not. */
export function useCommands(register: Commands): (command: Command) => void {
  const { machine } = register
  const announce = useAnnounce()
  const confirmedAt = useRef(Number.NEGATIVE_INFINITY)

  const refuse = (message: string): boolean => {
    machine.say({ kind: 'article', message })
    announce(message, 'assertive')
    return false
  }

  const pay = (payment: Exclude<Payment, 'cash'>, then: (most: number) => void): boolean => {
    const { member, entered } = machine.state()
    if (member === null && payment !== 'card') return refuse(text.memberOnly)
    const most = mostOf(payment, totalsOf(machine.state()).total, entered, availableOf(member))
    if (most === 0) return false
    then(most)
    return true
  }

  /** The questions that lie over the register, of which each has a yes and a no. */
  const answer = (command: Command): boolean => {
    const isYes = command.kind === 'confirm'
    if (!isYes && command.kind !== 'back') return false
    if (register.noneLeft.isAsking) register.noneLeft.answer(isYes)
    else if (register.isClearing) {
      register.askToClear(false)
      if (isYes) machine.clear()
    } else if (!isYes) register.closeConfirm()
    else {
      register.completeSale()
      return register.reason === null
    }
    return true
  }

  const onRegister = (command: Command): boolean => {
    const { entered, selected } = machine.state()
    const { total } = totalsOf(machine.state())
    switch (command.kind) {
      case 'exact': {
        const due = billOf(total, entered).cash_due
        if (due > 0) register.enter('cash', due)
        return due > 0
      }
      case 'note':
        if (total === 0) return refuse(text.confirmEmpty)
        register.enter('cash', entered.cash + command.value)
        return true
      case 'whole':
        return pay(command.payment, (most) => register.enter(command.payment, most))
      case 'choose':
        if (command.payment === 'cash') register.activate('cash')
        else return pay(command.payment, () => register.activate(command.payment))
        return true
      case 'key':
        register.press(command.key)
        return true
      case 'quantity':
        if (selected === null) return false
        register.changeQuantity(command.by)
        return true
      case 'remove':
        return register.removeSelected()
      case 'clear':
        if (machine.state().lines.length === 0 && machine.state().member === null) return false
        register.askToClear(true)
        return true
      case 'confirm':
        if (register.reason !== null) refuse(register.reason)
        register.openConfirm()
        return register.reason === null
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
    const isAsked = register.isConfirmOpen || register.isClearing || register.noneLeft.isAsking
    const run = (): boolean => {
      if (register.listener.current?.(command) === true) return true
      if (command.kind === 'key' && register.sheetKeys.current !== null) {
        register.sheetKeys.current(command.key)
        return true
      }
      // Some of these questions are sheets, too: they are answered before anything under them is touched.
      if (isAsked) return answer(command)
      return !register.isSheetOpen && machine.state().phase.name === 'editing' && onRegister(command)
    }
    const isDone = run()
    if (scanSoundIsOn()) playBeep(isDone ? 'read' : 'failed')
  }
}

import type { RefObject } from 'react'
import { typeInto } from '../../shared/scanner/scanner.ts'
import { readCommand } from '../scan/commands.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Phase } from '../machine/sale-state.ts'
import { useRegisterKeys } from './use-register-keys.ts'
import type { RegisterSheets } from './use-register-sheets.ts'
import type { useCode } from '../scan/use-code.ts'
import { useCommands } from '../scan/use-commands.ts'
import type { useFigures } from '../tender/use-figures.ts'

type RegisterInput = {
  machine: SaleMachine
  phase: Phase['name']
  sheets: RegisterSheets
  code: ReturnType<typeof useCode>
  figures: ReturnType<typeof useFigures>
  search: RefObject<HTMLInputElement | null>
  /** Why the sale cannot be confirmed now. */
  reason: string | null
  changeQuantity: (by: number) => (() => void) | undefined
  removeSelected: () => boolean
  showCart: () => void
  readMember: () => void
  openConfirm: () => void
  completeSale: () => void
}

/**
 * All that reaches the register without a touch: the keys of a board, the codes of a scanner, and the commands among
 * them.
 */
export function useRegisterInput(register: RegisterInput): void {
  const { machine, phase, sheets, code, figures, search, reason, changeQuantity } = register
  const { confirm } = sheets
  const isEditing = phase === 'editing'

  const command = useCommands({
    machine,
    listener: sheets.commands,
    sheetKeys: sheets.keys,
    isSheetOpen: sheets.isAnyOpen,
    isConfirmOpen: sheets.isConfirmOnTop,
    isClearing: sheets.isClearing,
    noneLeft: sheets.noneLeft,
    press: figures.press,
    enter: figures.enter,
    activate: figures.activate,
    changeQuantity,
    removeSelected: register.removeSelected,
    askToClear: sheets.askToClear,
    openConfirm: register.openConfirm,
    reason,
    closeConfirm: confirm.close,
    completeSale: register.completeSale,
  })

  useRegisterKeys({
    sheetKeys: sheets.keys,
    isSheetOpen: sheets.isAnyOpen,
    isEditing,
    isPaused: phase === 'completing',
    isStarting: phase === 'recovering',
    isConfirmOpen: sheets.isConfirmOnTop,
    press: figures.press,
    type: figures.type,
    changeQuantity,
    onHelp: sheets.shortcuts.open,
    onScan: (scanned) => {
      const asked = readCommand(scanned)
      if (asked !== null) {
        command(asked)
        return
      }
      // What is being written down is about one person: no other person's code comes in between.
      if (sheets.isAboutPerson) {
        code.refuse()
        return
      }
      if (sheets.scans.current !== null) {
        void sheets.scans.current(scanned)
        return
      }
      void code.take(scanned)
    },
    onStray: code.refuse,
    onKept: ({ codes, typed }) => {
      // A sale that was found completed stays on the screen: its change has not been seen yet. And a command that was
      // scanned before anything was to be seen was meant for something else.
      const articles = isEditing ? codes.filter((one) => readCommand(one) === null) : []
      if (articles.length < codes.length) code.refuse()
      void code.takeAll(articles)
      const field = search.current
      if (typed === '' || field === null || !isEditing || sheets.isAnyOpen) return () => {}
      field.focus()
      return typeInto(field, typed)
    },
    functionKeys: {
      F2: () => {
        register.showCart()
        search.current?.focus()
        search.current?.select()
      },
      F4: () => sheets.camera.open(),
      F8: () => sheets.held.open(),
      F9: register.readMember,
      F12: () => {
        if (confirm.isOpen) register.completeSale()
        else register.openConfirm()
      },
    },
  })
}

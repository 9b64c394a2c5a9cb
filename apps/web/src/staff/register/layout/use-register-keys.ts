import { keypadKeyOf } from '@shirogane/ui/inputs/keypad-keys'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { useEffect, useEffectEvent } from 'react'
import type { Kept } from '../../shared/scanner/scanner.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import type { KeyListener } from '../scan/use-commands.ts'
import { useFiguresOnly } from '../tender/use-figures-only.ts'

/** Takes back what a key did: it turned out to be the first of a scan. */
type Undo = () => void

type RegisterKeys = {
  /** The keypad of the sheet that is open, where it has one. */
  sheetKeys: KeyListener
  isSheetOpen: boolean
  isEditing: boolean
  isPaused: boolean
  /** It is not known yet what became of the sale in storage. */
  isStarting: boolean
  isConfirmOpen: boolean
  press: (key: KeypadKey) => Undo
  type: (figure: KeypadKey) => Undo
  changeQuantity: (by: number) => Undo | undefined
  onHelp: () => void
  onScan: (scanned: string) => void
  onStray: () => void
  onKept: (kept: Kept) => Undo
  functionKeys: Readonly<Record<string, () => void>>
}

/** The whole register by keys and by a scanner, which types like a very fast clerk. */
export function useRegisterKeys(register: RegisterKeys): void {
  const { sheetKeys, isSheetOpen, isEditing, isConfirmOpen, press, type, changeQuantity } = register
  const figuresOnly = useFiguresOnly()

  useScanner({
    onScan: register.onScan,
    onTyped: (characters) => {
      const undo: (Undo | undefined)[] = []
      for (const character of characters) {
        const key = /[\d.]/.test(character) ? (character as KeypadKey | '.') : null
        // Between thousands it stands for nothing.
        if (character === ',') continue
        if (sheetKeys.current !== null)
          undo.push((key === null ? null : sheetKeys.current(key)) ?? figuresOnly())
        else if (isSheetOpen) continue
        else if (key !== null && key !== '.') undo.push(isEditing ? type(key) : undefined)
        else if (character === '?') register.onHelp()
        else if (character === '+') undo.push(changeQuantity(1))
        else if (character === '-') undo.push(changeQuantity(-1))
        else if (isEditing) undo.push(figuresOnly())
      }
      return () => {
        for (const takeBack of undo.toReversed()) takeBack?.()
      }
    },
    onStray: register.onStray,
    onKept: register.onKept,
    isPaused: register.isPaused,
    isStarting: register.isStarting,
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = register.functionKeys[event.key]
    if (run !== undefined) {
      event.preventDefault()
      if (isEditing && (!isSheetOpen || isConfirmOpen)) run()
      return
    }
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    const key = isTyping ? null : keypadKeyOf(event)
    if (key !== 'erase' && key !== 'clear') return
    event.preventDefault()
    if (sheetKeys.current !== null) sheetKeys.current(key)
    else if (isEditing && !isSheetOpen) press(key)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

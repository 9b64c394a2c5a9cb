import { useEffect, useEffectEvent } from 'react'
import { markScannerRead, setScannerListening } from '../scanner-state.ts'
import { characterOf, createWedge, scanGapMs } from './wedge.ts'
import type { WedgeKey } from './wedge.ts'

type Scanner = {
  /** A whole code came from a handheld scanner. */
  onScan: (code: string) => void
  /** Keys that a person typed while no input had the focus. */
  onTyped: (characters: string) => void
  isPaused?: boolean
}

type Editable = HTMLInputElement | HTMLTextAreaElement

const textTypes = new Set(['text', 'search', 'tel', 'number', 'password', 'email', 'url'])

function editableOf(target: EventTarget | null): Editable | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && textTypes.has(target.type) ? target : null
}

/** Sets the value as if it had been typed, so that whoever watches the input follows. */
function setValue(input: Editable, value: string, caret: number): void {
  const prototype =
    input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  input.setSelectionRange(caret, caret)
}

function insert(input: Editable, characters: string): void {
  const start = input.selectionStart ?? input.value.length
  const end = input.selectionEnd ?? start
  setValue(
    input,
    input.value.slice(0, start) + characters + input.value.slice(end),
    start + characters.length,
  )
}

/** How an input looked before the first key of what may be a scan. */
type Before = { input: Editable; value: string; caret: number }

/**
 * Hears a keyboard scanner on the whole page. In an input the first key goes through at once, so that typing never lags;
 * if it turns out to have been a scan, the input gets its old text back.
 */
export function useScanner({ onScan, onTyped, isPaused = false }: Scanner): void {
  const scanned = useEffectEvent(onScan)
  const typed = useEffectEvent(onTyped)

  useEffect(() => {
    if (isPaused) return undefined
    const wedge = createWedge()
    let before: Before | null = null
    /** Characters kept from the input since its first one went through. */
    let withheld = ''
    let timer: ReturnType<typeof setTimeout> | undefined

    const giveBack = (characters: string) => {
      if (characters === '') return
      if (before === null) typed(characters)
      else if (withheld !== '') insert(before.input, withheld)
      before = null
      withheld = ''
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || event.key === 'CapsLock') return
      const input = editableOf(event.target)
      const isHiddenByInputMethod = event.key === 'Process' || event.keyCode === 229
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      const character = hasModifier || event.key === ' ' ? null : characterOf(event)
      const isEnd =
        !hasModifier &&
        (event.key === 'Enter' ||
          event.key === 'Tab' ||
          event.code === 'Enter' ||
          event.code === 'NumpadEnter')
      const key: WedgeKey['key'] = isEnd ? 'end' : character === null ? 'other' : { char: character }
      const step = wedge.press({ at: event.timeStamp, key, composing: event.isComposing })
      giveBack(step.typed)
      if (step.scan !== null) {
        event.preventDefault()
        event.stopPropagation()
        clearTimeout(timer)
        const found = before
        before = null
        withheld = ''
        if (found !== null) {
          // Leaving the input ends a composition that the scanner's keys set off; then its old text stands again.
          if (event.isComposing) found.input.blur()
          setValue(found.input, found.value, found.caret)
          if (event.isComposing) found.input.focus()
        }
        markScannerRead()
        scanned(step.scan)
        return
      }
      if (!step.hold) return
      if (input === null) event.preventDefault()
      else if (before === null)
        before = { input, value: input.value, caret: input.selectionStart ?? input.value.length }
      else if (!isHiddenByInputMethod && character !== null) {
        event.preventDefault()
        withheld += character
      }
      clearTimeout(timer)
      timer = setTimeout(() => giveBack(wedge.rest(performance.now())), scanGapMs + 15)
    }

    setScannerListening(true)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      clearTimeout(timer)
      setScannerListening(false)
      document.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isPaused])
}

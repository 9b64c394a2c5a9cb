import { useEffect, useEffectEvent } from 'react'
import { markScannerRead, setScannerListening } from './scanner-state.ts'
import { characterOf, createWedge, scanGapMs } from './wedge.ts'
import type { WedgeKey } from './wedge.ts'

type Scanner = {
  /** A whole code came from a handheld scanner. */
  onScan: (code: string) => void
  /** Keys that a person typed while no input had the focus. Answers how to take them back, should they be a scan's. */
  onTyped: (characters: string) => () => void
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

/** Longer than a scanner's gap by what a timer may be out. */
const restMs = scanGapMs + 15
/** A timer that comes this much too late was kept waiting, and so may be keys that went down long ago. */
const lateMs = 15
/** However busy the page is, a person sees the key after this time. */
const patienceMs = 1_000

/** How an input looked before the first key of what may be a scan. */
type Before = { input: Editable; value: string; caret: number }

/**
 * Hears a keyboard scanner on the whole page. In an input the first key goes through at once, so that typing never lags;
 * if it turns out to have been a scan, the input gets its old text back. On a busy page keys arrive late and in lumps: the
 * stamps that they bear decide what belongs together, and what was taken for typing meanwhile is taken back.
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
    /** How to take back what was given to the page of keys that may yet be a scan. */
    let undo: (() => void)[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    const giveBack = (characters: string) => {
      if (characters === '') return
      if (before === null) undo.push(typed(characters))
      else if (withheld !== '') insert(before.input, withheld)
      withheld = ''
    }
    /** Whatever comes next begins anew. */
    const forget = () => {
      before = null
      withheld = ''
      undo = []
    }

    /** Waits for the key that would belong to the last one, which may be as late as that one was. */
    const watch = (pressedAt: number) => {
      const lag = Math.max(0, performance.now() - pressedAt)
      const look = () => {
        const due = performance.now() + restMs + lag
        timer = setTimeout(() => {
          const now = performance.now()
          if (now - due > lateMs && now - pressedAt < patienceMs) look()
          else giveBack(wedge.rest(now - lag))
        }, restMs + lag)
      }
      clearTimeout(timer)
      look()
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
      if (step.begins) forget()
      if (step.scan !== null) {
        event.preventDefault()
        event.stopPropagation()
        clearTimeout(timer)
        const found = before
        const takeBack = undo.toReversed()
        forget()
        for (const one of takeBack) one()
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
      if (!step.hold) {
        forget()
        return
      }
      if (input === null) event.preventDefault()
      else if (before === null)
        before = { input, value: input.value, caret: input.selectionStart ?? input.value.length }
      else if (!isHiddenByInputMethod && character !== null) {
        event.preventDefault()
        withheld += character
      }
      watch(event.timeStamp)
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

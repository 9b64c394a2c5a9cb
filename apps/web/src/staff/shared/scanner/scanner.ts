import { markScannerRead, setScannerListening } from './scanner-state.ts'
import { characterOf, createKeyboardScanner, scanGapMs } from './keyboard-scanner.ts'
import type { ScannedKey, ScannedStep } from './keyboard-scanner.ts'

/** What was typed while nothing was there yet to take it. */
export type Kept = { codes: readonly string[]; typed: string }

/** The part of a page that takes what a scanner and a hand type on it. */
export type Reader = {
  /** A whole code came from a handheld scanner. */
  onScan: (code: string) => void
  /** Keys that a person typed while no input had the focus. Answers how to take them back, should they be a scan's. */
  onTyped: (characters: string) => () => void
  /** A scanner typed something that is no whole code. */
  onStray: () => void
  /** Takes what came before the reader did. Answers how to take the typed part of it back, should it be a scan's. */
  onKept: (kept: Kept) => () => void
  /** It is there and hears nothing for now. */
  isPaused: boolean
}

type Editable = HTMLInputElement | HTMLTextAreaElement

const textTypes = new Set(['text', 'search', 'tel', 'number', 'password', 'email', 'url'])

function editableOf(target: EventTarget | null): Editable | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && textTypes.has(target.type) ? target : null
}

/** A field for an amount or a number of pieces. Fields for codes say so, and those for secret numbers have a pattern. */
function isForFigures(input: Editable): boolean {
  const isNumeric = input.inputMode === 'numeric' || input.inputMode === 'decimal'
  return isNumeric && !input.hasAttribute('pattern') && !input.hasAttribute('data-takes-codes')
}

/** Sets the value as if it had been typed, so that the listeners of the input follow. */
function setValue(input: Editable, value: string, caret: number): void {
  const prototype =
    input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  input.setSelectionRange(caret, caret)
}

/** Types the characters where the caret stands. */
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
/** The end of a code may be as late as that: only then is the rest of one told of. */
const strayMs = 500
/**
 * No person reads what has just been drawn and answers it within this time: a hand was still at what was there before.
 */
const reactionMs = 300
/** What is older belongs to another errand. */
const freshMs = 60_000
const keptMost = 40

/** How an input looked before the first key of what may be a scan. */
type Before = {
  input: Editable
  value: string
  caret: number
  /** It looks so again, and what becomes of it now is its owner's. */
  isBack: boolean
}

/** The machine of this page: one for all readers, so that a scan is whole that begins before its reader is there. */
let keyboard = createKeyboardScanner()
let before: Before | null = null
/** Characters kept from the input since its first one went through. */
let withheld = ''
/** How to take back what was given to the page of keys that may yet be a scan. */
let undo: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** What becomes of a machine's keys that are no whole code: they are told of once. */
let stray: { isReported: boolean; timer?: ReturnType<typeof setTimeout> } = { isReported: false }
/** When the last key went down. */
let pressedAt = Number.NEGATIVE_INFINITY

/** The one on top comes last. */
let readers: Reader[] = []
let expecting = 0
/** No reader has come yet since one was expected. */
let isAwaited = false
let kept: { codes: string[]; typed: string } = { codes: [], typed: '' }
let keptAt = 0
/** When a reader came that had been expected. */
let arrivedAt = Number.NEGATIVE_INFINITY
const keptListeners = new Set<() => void>()

const readerNow = (): Reader | undefined => readers.findLast(({ isPaused }) => !isPaused)
const isKeeping = () => readers.length === 0 && expecting > 0

function keepTyped(characters: string): () => void {
  keptAt = performance.now()
  kept.typed = (kept.typed + characters).slice(-keptMost)
  return () => {
    kept.typed = kept.typed.slice(0, -characters.length)
  }
}

/** Gives to the reader what was kept, once. */
function deliverKept(reader: Reader): void {
  const found = kept
  kept = { codes: [], typed: '' }
  if (performance.now() - keptAt > freshMs || (found.codes.length === 0 && found.typed === '')) return
  const takeBackTyped = reader.onKept(found)
  if (found.typed !== '') undo = [takeBackTyped]
}

function typeOnPage(characters: string): void {
  const reader = readerNow()
  if (reader === undefined) {
    if (isKeeping()) undo.push(keepTyped(characters))
  } else if (pressedAt < arrivedAt + reactionMs) {
    keepTyped(characters)
    deliverKept(reader)
  } else undo.push(reader.onTyped(characters))
}

function reportStray(): void {
  clearTimeout(stray.timer)
  if (!stray.isReported) readerNow()?.onStray()
  stray = { isReported: true }
}

/** Takes back everything that was given of the keys that stand closely together. */
function takeBack(): void {
  for (const one of undo.toReversed()) one()
  undo = []
  if (before !== null && !before.isBack) {
    setValue(before.input, before.value, before.caret)
    before.isBack = true
  }
  withheld = ''
}

function giveBack({ typed, burst }: Pick<ScannedStep, 'typed' | 'burst'>, isOver: boolean): void {
  if (burst && (before === null || isForFigures(before.input))) {
    takeBack()
    if (isOver) reportStray()
    else if (!stray.isReported) stray.timer ??= setTimeout(reportStray, strayMs)
    return
  }
  if (typed === '') return
  if (before === null) typeOnPage(typed)
  else if (withheld !== '') insert(before.input, withheld)
  withheld = ''
}

/** Forgets what was typed so far: the next key begins anew. */
function forget(): void {
  clearTimeout(stray.timer)
  stray = { isReported: false }
  before = null
  withheld = ''
  undo = []
}

/** Waits for the key that would belong to the last one, which may be as late as that one was. */
function watch(lag: number): void {
  const look = () => {
    const due = performance.now() + restMs + lag
    timer = setTimeout(() => {
      const now = performance.now()
      if (now - due > lateMs && now - pressedAt < patienceMs) look()
      else giveBack(keyboard.rest(now - lag), false)
    }, restMs + lag)
  }
  clearTimeout(timer)
  look()
}

function take(code: string): void {
  const reader = readerNow()
  if (reader !== undefined) {
    markScannerRead()
    reader.onScan(code)
    return
  }
  if (kept.codes.length >= keptMost) return
  markScannerRead()
  keptAt = performance.now()
  kept.codes.push(code)
  for (const listener of keptListeners) listener()
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Shift' || event.key === 'CapsLock') return
  const input = editableOf(event.target)
  // While there is no reader, only what is typed on the page itself can be meant for the one that comes.
  if (readerNow() === undefined && (!isKeeping() || input !== null)) {
    clearTimeout(timer)
    keyboard = createKeyboardScanner()
    forget()
    return
  }
  const isHiddenByInputMethod = event.key === 'Process' || event.keyCode === 229
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const character = hasModifier || event.key === ' ' ? null : characterOf(event)
  const isEnd =
    !hasModifier &&
    (event.key === 'Enter' || event.key === 'Tab' || event.code === 'Enter' || event.code === 'NumpadEnter')
  const key: ScannedKey['key'] = isEnd ? 'end' : character === null ? 'other' : { char: character }
  const { timeStamp: at, isComposing: composing, repeat: repeated } = event
  const step = keyboard.press({ at, key, composing, repeated })
  if (step.ends && before === null) {
    giveBack({ typed: '', burst: true }, true)
    forget()
    clearTimeout(timer)
    event.preventDefault()
    event.stopPropagation()
    return
  }
  giveBack(step, true)
  if (step.begins) forget()
  pressedAt = at
  if (step.scan !== null) {
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer)
    const found = before
    // Leaving the input ends a composition that the scanner's keys set off; then its old text stands again.
    if (found !== null && composing) found.input.blur()
    takeBack()
    if (found !== null && composing) found.input.focus()
    forget()
    take(step.scan)
    return
  }
  if (!step.hold) {
    if (step.burst && before !== null && isForFigures(before.input)) event.preventDefault()
    forget()
    return
  }
  if (input === null) event.preventDefault()
  else if (before === null)
    before = { input, value: input.value, caret: input.selectionStart ?? input.value.length, isBack: false }
  else if (!isHiddenByInputMethod && character !== null) {
    event.preventDefault()
    withheld += character
  }
  watch(Math.max(0, performance.now() - at))
}

/** What shell/frame/early.js notes the keys in that are pressed before this file is there. */
type Early = { shiroganeKeys?: { push: (event: KeyboardEvent) => number } }

/** Only what was typed on the page itself: the splash had no field, and what came after it has its own. */
function earlyKeys(): readonly KeyboardEvent[] {
  const noted = (globalThis as Early).shiroganeKeys
  const isYoung = ({ timeStamp }: KeyboardEvent) => performance.now() - timeStamp < freshMs
  return Array.isArray(noted)
    ? (noted as KeyboardEvent[]).filter((event) => event.target === document.body && isYoung(event))
    : []
}

function takeEarlyKeys(): void {
  const noted = earlyKeys()
  // From here on the page listens itself.
  const early = globalThis as Early
  early.shiroganeKeys = { push: () => 0 }
  for (const event of noted) onKeyDown(event)
  // The next key of a scan is not as late as those were.
  if (noted.length > 0) watch(0)
}

let isAttached = false
function attach(): void {
  const isWanted = readers.length > 0 || expecting > 0
  if (isWanted === isAttached) return
  isAttached = isWanted
  if (isWanted) {
    document.addEventListener('keydown', onKeyDown, { capture: true })
    takeEarlyKeys()
    return
  }
  document.removeEventListener('keydown', onKeyDown, { capture: true })
  clearTimeout(timer)
  keyboard = createKeyboardScanner()
  kept = { codes: [], typed: '' }
  isAwaited = false
  forget()
}

/** One reader leaves and the next comes in the same turn: no gap between them is noticed. */
function attachSoon(): void {
  setScannerListening(readerNow() !== undefined)
  if (readers.length > 0 || expecting > 0) attach()
  else queueMicrotask(attach)
}

/** Puts a reader on top of those that are there; answers how to take it away. */
export function addReader(reader: Reader): () => void {
  if (isAwaited || (!isAttached && earlyKeys().length > 0)) arrivedAt = performance.now()
  isAwaited = false
  readers = [...readers, reader]
  attachSoon()
  if (!reader.isPaused) deliverKept(reader)
  return () => {
    readers = readers.filter((one) => one !== reader)
    attachSoon()
  }
}

/** A reader is on its way: what is typed until it is there is kept for it. Answers how to give that up. */
export function expectReader(): () => void {
  expecting += 1
  isAwaited = true
  attachSoon()
  return () => {
    expecting -= 1
    attachSoon()
  }
}

/** Tells when a code was kept, and that one is already. */
export function onCodeKept(listener: () => void): () => void {
  keptListeners.add(listener)
  if (kept.codes.length > 0) listener()
  return () => void keptListeners.delete(listener)
}

/** Types into this field what was meant for it; answers how to take it back. */
export function typeInto(input: HTMLInputElement, characters: string): () => void {
  const { value } = input
  insert(input, characters)
  return () => setValue(input, value, value.length)
}

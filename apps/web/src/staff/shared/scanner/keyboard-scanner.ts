/**
 * A handheld scanner is a keyboard that types very fast and ends with Enter or Tab. This machine tells it from a person by
 * the gaps between keys alone, so that it works wherever the focus is. It knows no browser: the hook feeds it.
 */
export const scanGapMs = 35
const scanMinLength = 6
/** No hand types so many different keys within a scanner's gaps; a key with three noughts on it does. */
const burstLength = 3

/** Whether keys with a scanner's gaps between them are a machine's, also where its code was not heard to its end. */
function isBurst(run: string): boolean {
  return run.length >= burstLength && !/^0{3}$/.test(run)
}

export type ScannedKey = {
  /** The event's own time stamp in milliseconds: when the key went down, not when the page got to it. */
  at: number
  /** The character of the key, `end` for Enter or Tab, `other` for a key that no code contains. */
  key: { char: string } | 'end' | 'other'
  /** The key is held down, and says so again as fast as a scanner types. */
  repeated?: boolean
  /** An input method was already composing before this key. */
  composing: boolean
}

export type ScannedStep = {
  /** The key belongs, or may belong, to a scan: the page must not act on it yet. */
  hold: boolean
  /** Keys held before that turned out not to be a scan. */
  typed: string
  /** A machine typed them, and all that was given back before them: the rest of a code, and never an amount. */
  burst: boolean
  /** A whole code. What `rest` gave back of it was no typing after all. */
  scan: string | null
  /** The key is an end as close upon `typed` as a scanner's: so may end a code whose beginning was heard elsewhere. */
  ends: boolean
  /** No key before this one can belong to the same scan. */
  begins: boolean
}

export type KeyboardScanner = {
  press: (key: ScannedKey) => ScannedStep
  /**
   * Gives back what is held once the time of a scanner's gap has passed. A busy page hears of keys long after they went
   * down, so this is a guess: keys whose stamps follow closely still belong together, and the end of a scan says so.
   */
  rest: (now: number) => Pick<ScannedStep, 'typed' | 'burst'>
}

export function createKeyboardScanner(): KeyboardScanner {
  let held = ''
  /** What was given back of the keys that stand closely together. */
  let given = ''
  let last = Number.NEGATIVE_INFINITY

  const release = () => {
    const typed = held
    const burst = isBurst(given + held)
    held = ''
    given = ''
    return { typed, burst }
  }
  const nothing = { typed: '', burst: false }

  return {
    press({ at, key, composing, repeated = false }) {
      const late = at - last > scanGapMs || repeated
      const before = late ? release() : nothing
      const begins = held === '' && given === ''
      const step = { hold: false, scan: null, begins, ends: false, ...before }
      last = at
      // A composition that a person began is theirs until it ends; one that the scanner's own keys began is not.
      if (composing && begins) return step
      if (key === 'other') return begins ? step : { ...step, ...release() }
      if (key === 'end') {
        if (begins) return step
        const code = given + held
        const rest = release()
        if (code.length < scanMinLength) return { ...step, ...rest, ends: true }
        return { ...step, hold: true, scan: code }
      }
      held += key.char
      return { ...step, hold: true }
    },
    rest(now) {
      if (now - last <= scanGapMs) return nothing
      const typed = held
      given += held
      held = ''
      return { typed, burst: typed !== '' && isBurst(given) }
    },
  }
}

const signs: Readonly<Record<string, readonly [plain: string, shifted?: string]>> = {
  Minus: ['-'],
  NumpadSubtract: ['-'],
  Period: ['.'],
  NumpadDecimal: ['.'],
  Slash: ['/'],
  NumpadDivide: ['/'],
  NumpadAdd: ['+'],
  // The key with the underscore on a Japanese keyboard.
  IntlRo: ['\\', '_'],
}

/**
 * The character of a key. `key` knows the layout, but an input method hides it behind `Process` or a kana; then the place
 * of the key on the board still tells letters and figures.
 */
export function characterOf(event: { key: string; code: string; shiftKey: boolean }): string | null {
  const plain = event.key.normalize('NFKC')
  if (/^[\x20-\x7e]$/.test(plain)) return plain
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(event.code)
  if (place?.[1] !== undefined) return event.shiftKey ? place[1] : place[1].toLowerCase()
  if (place?.[2] !== undefined) return event.shiftKey && event.code.startsWith('Digit') ? null : place[2]
  return signs[event.code]?.[event.shiftKey ? 1 : 0] ?? null
}

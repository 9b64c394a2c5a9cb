import { describe, expect, test } from 'vitest'
import { characterOf, createKeyboardScanner } from './keyboard-scanner.ts'
import type { KeyboardScanner, ScannedKey } from './keyboard-scanner.ts'

type Event = string

/** Presses keys with a fixed gap and gives back everything that came out. */
function press(
  scanner: KeyboardScanner,
  keys: Event[],
  {
    gap,
    start = 1_000,
    composing = () => false,
  }: { gap: number; start?: number; composing?: (index: number) => boolean },
) {
  const steps = keys.map((key, index) =>
    scanner.press({
      at: start + index * gap,
      key: typeof key === 'string' && key.length === 1 ? { char: key } : (key as ScannedKey['key']),
      composing: composing(index),
    }),
  )
  return {
    steps,
    scans: steps.flatMap((step) => step.scan ?? []),
    typed: steps.map((step) => step.typed).join(''),
    end: start + (keys.length - 1) * gap,
  }
}

const scan = (code: string): Event[] => [...code, 'end']

describe('a handheld scanner', () => {
  test('six or more keys with gaps up to 35 ms and an end key are one code', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, scan('SG1ABC'), { gap: 35 })
    expect(out.scans).toEqual(['SG1ABC'])
    expect(out.typed).toBe('')
    expect(out.steps.every((step) => step.hold)).toBe(true)
  })

  test('a gap of 36 ms is a person', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, scan('1234567'), { gap: 36 })
    expect(out.scans).toEqual([])
    expect(out.typed + scanner.rest(out.end + 40).typed).toBe('1234567')
    expect(out.steps.some((step) => step.burst)).toBe(false)
  })

  test('five quick keys and Enter are no code, but the rest of one', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, scan('12345'), { gap: 5 })
    expect(out.scans).toEqual([])
    expect(out.steps.at(-1)).toMatchObject({ hold: false, typed: '12345', burst: true, ends: true })
  })

  test('the last figure of a code and its end are told from a figure and Enter by the time between them', () => {
    expect(press(createKeyboardScanner(), scan('5'), { gap: 5 }).steps.at(-1)).toMatchObject({
      typed: '5',
      ends: true,
    })
    expect(press(createKeyboardScanner(), scan('5'), { gap: 60 }).steps.at(-1)).toMatchObject({
      typed: '5',
      ends: false,
    })
  })

  test('so many keys so close together are a machine’s also without an end', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, [...'200'], { gap: 20 })
    expect(scanner.rest(out.end + 40)).toEqual({ typed: '200', burst: true })
  })

  test('two keys that a hand rolls over and the key with three noughts are a person’s', () => {
    for (const keys of ['12', '00', '000']) {
      const scanner = createKeyboardScanner()
      const out = press(scanner, [...keys], { gap: 5 })
      expect(scanner.rest(out.end + 40)).toEqual({ typed: keys, burst: false })
    }
  })

  test('a key that is held down repeats itself and is no machine', () => {
    const scanner = createKeyboardScanner()
    const steps = Array.from({ length: 6 }, (_, index) =>
      scanner.press({ at: 1_000 + index * 33, key: { char: '9' }, composing: false, repeated: index > 0 }),
    )
    expect(steps.map(({ typed }) => typed).join('') + scanner.rest(2_000).typed).toBe('999999')
    expect(steps.some(({ burst }) => burst)).toBe(false)
  })

  test('what a person typed just before the scan is given back and is no part of the code', () => {
    const scanner = createKeyboardScanner()
    const typed = press(scanner, ['7'], { gap: 0, start: 900 })
    expect(typed.typed).toBe('')
    const out = press(scanner, scan('2000000000015'), { gap: 8, start: 1_000 })
    expect(out.typed).toBe('7')
    expect(out.scans).toEqual(['2000000000015'])
  })

  test('two scans one after the other are two codes', () => {
    const scanner = createKeyboardScanner()
    expect(press(scanner, scan('2000000000015'), { gap: 4, start: 0 }).scans).toEqual(['2000000000015'])
    expect(press(scanner, scan('2000000000022'), { gap: 4, start: 300 }).scans).toEqual(['2000000000022'])
  })

  test('a late Enter is no end of a scan', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, [...'1234567'], { gap: 5 })
    const late = scanner.press({ at: out.end + 200, key: 'end', composing: false })
    expect(late).toEqual({
      hold: false,
      typed: '1234567',
      burst: true,
      scan: null,
      ends: false,
      begins: true,
    })
  })

  test('keys of a composition that a person began are left alone', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, scan('abcdefg'), { gap: 10, composing: () => true })
    expect(out.scans).toEqual([])
    expect(out.steps.some((step) => step.hold)).toBe(false)
  })

  test('a composition that the scanner itself set off does not hide the code', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, scan('SG1ABCDEF'), { gap: 10, composing: (index) => index > 0 })
    expect(out.scans).toEqual(['SG1ABCDEF'])
  })

  test('a key that no code contains gives everything back', () => {
    const scanner = createKeyboardScanner()
    const out = press(scanner, ['1', '2', 'other'], { gap: 5 })
    expect(out.typed).toBe('12')
    expect(out.steps.at(-1)?.hold).toBe(false)
  })

  test('held keys rest until the gap of a scanner has passed', () => {
    const scanner = createKeyboardScanner()
    press(scanner, ['4'], { gap: 0, start: 100 })
    expect(scanner.rest(130).typed).toBe('')
    expect(scanner.rest(140).typed).toBe('4')
    expect(scanner.rest(200).typed).toBe('')
  })
})

describe('a handheld scanner on a page that hears of its keys late', () => {
  test('is one code by the stamps of its keys, whatever was given back meanwhile', () => {
    const scanner = createKeyboardScanner()
    const first = press(scanner, [...'2000'], { gap: 8, start: 0 })
    expect(scanner.rest(1_000).typed).toBe('2000')
    const rest = press(scanner, scan('000000015'), { gap: 8, start: first.end + 8 })
    expect(rest.scans).toEqual(['2000000000015'])
    expect(rest.steps.some((step) => step.begins)).toBe(false)
  })

  test('gives nothing back twice', () => {
    const scanner = createKeyboardScanner()
    const first = press(scanner, [...'12'], { gap: 8, start: 0 })
    expect(scanner.rest(1_000).typed).toBe('12')
    const rest = press(scanner, scan('34'), { gap: 8, start: first.end + 8 })
    expect(rest).toMatchObject({ scans: [], typed: '34' })
    expect(rest.steps.at(-1)).toMatchObject({ burst: true, ends: true })
  })

  test('is no part of what was typed before it and has been given back', () => {
    const scanner = createKeyboardScanner()
    press(scanner, ['7'], { gap: 0, start: 0 })
    expect(scanner.rest(50).typed).toBe('7')
    const out = press(scanner, scan('SG1ABC'), { gap: 8, start: 60 })
    expect(out.scans).toEqual(['SG1ABC'])
    expect(out.steps[0]?.begins).toBe(true)
  })
})

describe('the character of a key', () => {
  const key = (event: Partial<{ key: string; code: string; shiftKey: boolean }>) =>
    characterOf({ key: 'Process', code: '', shiftKey: false, ...event })

  test('the layout decides where it speaks', () => {
    expect(key({ key: 'q', code: 'KeyA' })).toBe('q')
    expect(key({ key: '_', code: 'IntlRo', shiftKey: true })).toBe('_')
  })

  test('an input method that hides the key does not hide its place', () => {
    expect(key({ code: 'KeyS', shiftKey: true })).toBe('S')
    expect(key({ code: 'KeyS' })).toBe('s')
    expect(key({ code: 'Digit4' })).toBe('4')
    expect(key({ code: 'Numpad4' })).toBe('4')
    expect(key({ code: 'Minus' })).toBe('-')
    expect(key({ code: 'IntlRo', shiftKey: true })).toBe('_')
    expect(key({ key: 'ち', code: 'KeyA' })).toBe('a')
  })

  test('full-width keys are read as what they stand for', () => {
    expect(key({ key: '８', code: 'Digit8' })).toBe('8')
    expect(key({ key: 'Ｓ', code: 'KeyS', shiftKey: true })).toBe('S')
  })

  test('a key without a character has none', () => {
    expect(key({ key: 'ArrowDown', code: 'ArrowDown' })).toBeNull()
    expect(key({ code: 'Digit4', shiftKey: true })).toBeNull()
  })
})

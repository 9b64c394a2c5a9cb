import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kept } from './scanner.ts'
import { useScanner } from './use-scanner.ts'

const onScan = vi.fn()
const onTakenBack = vi.fn()
const onTyped = vi.fn((characters: string) => () => onTakenBack(characters))
const onStray = vi.fn()
const onKept = vi.fn((_: Kept) => () => {})
const onPress = vi.fn()

function Page({ isStarting = false }: { isStarting?: boolean }) {
  const [value, setValue] = useState('abc')
  const [cash, setCash] = useState('')
  useScanner({ onScan, onTyped, onStray, onKept, isStarting })
  return (
    <>
      <label>
        お預かり
        <input
          type="text"
          inputMode="numeric"
          value={cash}
          onChange={(event) => setCash(event.target.value)}
        />
      </label>
      <label>
        検索
        <input type="text" value={value} onChange={(event) => setValue(event.target.value)} />
      </label>
      <button type="button" onClick={onPress}>
        増やす
      </button>
    </>
  )
}

let clock = 1_000

type Key = { key: string; code?: string; isComposing?: boolean }

/**
 * One key as a browser delivers it: unless a listener prevents it, it is typed into the focused input, or presses the
 * button.
 */
function press({ key, code = '', isComposing = false }: Key, gap: number, receivedAt?: number): void {
  clock += gap
  const pressedAt = clock
  clock = receivedAt ?? clock
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, code, isComposing, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: pressedAt })
  target.dispatchEvent(event)
  clock = pressedAt
  if (event.defaultPrevented) return
  if (target instanceof HTMLInputElement && /^[\x20-\x7e]$/.test(key)) {
    target.setRangeText(key, target.value.length, target.value.length, 'end')
    target.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (target instanceof HTMLButtonElement && key === 'Enter') target.click()
}

function type(text: string, gap: number): void {
  for (const key of text) press({ key }, gap)
}

let show: (page: ReactElement) => void
const cash = () => screen.getByLabelText<HTMLInputElement>('お預かり')
const search = () => screen.getByLabelText<HTMLInputElement>('検索')

describe('a scanner on the page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(performance, 'now').mockImplementation(() => clock)
    show = render(<Page />).rerender
    // Long after it has been drawn.
    clock += 1_000
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.clearAllMocks()
  })

  const rest = () => {
    clock += 100
    vi.advanceTimersByTime(100)
  }

  test('is heard while nothing has the focus', () => {
    type('SG1ABCDEF', 8)
    press({ key: 'Enter' }, 8)
    rest()
    expect(onScan.mock.calls).toEqual([['SG1ABCDEF']])
    expect(onTyped).not.toHaveBeenCalled()
  })

  test('leaves a focused input as it was', () => {
    search().focus()
    type('2000000000015', 8)
    press({ key: 'Enter' }, 8)
    rest()
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(search().value).toBe('abc')
  })

  test('does not press the button that has the focus', () => {
    screen.getByRole('button', { name: '増やす' }).focus()
    type('2000000000015', 8)
    press({ key: 'Enter' }, 8)
    expect(onScan).toHaveBeenCalledTimes(1)
    expect(onPress).not.toHaveBeenCalled()
  })

  test('is read through an input method that hides its keys', () => {
    for (const code of ['KeyS', 'KeyG', 'Digit1', 'KeyA', 'KeyB', 'KeyC']) press({ key: 'Process', code }, 8)
    press({ key: 'Enter' }, 8)
    expect(onScan.mock.calls).toEqual([['sg1abc']])
  })

  test('is not confused with a person who types figures', () => {
    for (const key of '5000') {
      press({ key }, 120)
      rest()
    }
    expect(onTyped.mock.calls.flat().join('')).toBe('5000')
    expect(onScan).not.toHaveBeenCalled()
  })

  /** Keys that went down with this gap, and that a busy page hears of only long afterwards, between other work. */
  const pressOnBusyPage = (keys: readonly Key[], gap: number, delivery: number) => {
    let pressed = clock
    for (const key of keys) {
      pressed += gap
      clock = Math.max(clock, pressed) + delivery
      const pressedAt = clock
      clock = pressed
      press(key, 0, pressedAt)
      clock = pressedAt
      vi.advanceTimersByTime(delivery)
    }
  }
  const codeOf = (text: string): Key[] => [...[...text].map((key) => ({ key })), { key: 'Enter' }]

  test.each([20, 60, 120, 400])('is heard as one code when each key is delivered %i ms late', (delivery) => {
    pressOnBusyPage(codeOf('2000000000015'), 8, delivery)
    rest()
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(onTyped.mock.calls.flat().join('')).toBe(onTakenBack.mock.calls.flat().toReversed().join(''))
  })

  test('leaves a focused input as it was, however late its keys are delivered', () => {
    search().focus()
    pressOnBusyPage(codeOf('2000000000015'), 8, 1_500)
    rest()
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(search().value).toBe('abc')
  })

  test('takes back on the page what was taken for typing before the rest of the code came', () => {
    type('2000', 8)
    const pressed = clock
    clock += 2_000
    vi.advanceTimersByTime(2_000)
    expect(onTyped).not.toHaveBeenCalled()
    const pressedAt = clock
    clock = pressed
    for (const key of codeOf('000000015')) press(key, 8, pressedAt)
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(onTyped.mock.calls.flat().join('')).toBe(onTakenBack.mock.calls.flat().toReversed().join(''))
  })

  test('takes back on the page what was taken for typing before a machine was recognised', () => {
    type('20', 8)
    const pressed = clock
    clock += 2_000
    vi.advanceTimersByTime(2_000)
    expect(onTyped.mock.calls).toEqual([['20']])
    const pressedAt = clock
    clock = pressed
    for (const key of codeOf('00000000015')) press(key, 8, pressedAt)
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(onTakenBack.mock.calls).toEqual([['20']])
  })

  describe('that was not heard to its end, or not from its beginning,', () => {
    test.each([
      ['the last four figures and Enter', '0015', true],
      ['the last figure and Enter', '5', true],
      ['a code without an end', '2000000000015', false],
    ])('types no amount on the page: %s', (_, keys, ends) => {
      type(keys, 8)
      if (ends) press({ key: 'Enter' }, 8)
      rest()
      clock += 600
      vi.advanceTimersByTime(600)
      expect(onTyped).not.toHaveBeenCalled()
      expect(onScan).not.toHaveBeenCalled()
      expect(onStray).toHaveBeenCalledTimes(1)
    })

    test('types no amount into a field for one', () => {
      cash().focus()
      type('2000000000015', 8)
      rest()
      press({ key: '7' }, 700)
      rest()
      expect(cash().value).toBe('7')
      expect(onStray).toHaveBeenCalledTimes(1)
    })

    test('leaves alone what has been entered into the field since', () => {
      cash().focus()
      type('2000000000015', 8)
      rest()
      fireEvent.change(cash(), { target: { value: '1100' } })
      press({ key: '0' }, 700)
      rest()
      expect(cash().value).toBe('11000')
    })

    test('presses no button', () => {
      screen.getByRole('button', { name: '増やす' }).focus()
      type('15', 8)
      press({ key: 'Enter' }, 8)
      expect(onPress).not.toHaveBeenCalled()
    })
  })

  describe('before the page knows where it stands', () => {
    beforeEach(() => show(<Page isStarting />))

    test('a code is kept and read once it does', () => {
      type('2000000000015', 8)
      press({ key: 'Enter' }, 8)
      type('SG1ABCDEF', 100)
      press({ key: 'Enter' }, 100)
      type('2000000000022', 8)
      press({ key: 'Enter' }, 8)
      expect(onScan).not.toHaveBeenCalled()
      show(<Page />)
      expect(onKept.mock.calls).toEqual([[{ codes: ['2000000000015', '2000000000022'], typed: 'SG1ABCDEF' }]])
      expect(onTyped).not.toHaveBeenCalled()
    })

    test('a code that begins before and ends after is whole', () => {
      type('2000000', 8)
      show(<Page />)
      type('000015', 8)
      press({ key: 'Enter' }, 8)
      rest()
      expect(onScan.mock.calls).toEqual([['2000000000015']])
      expect(onKept).not.toHaveBeenCalled()
      expect(onTyped).not.toHaveBeenCalled()
    })

    test('a hand that is still typing when it does types no amount', () => {
      type('20', 100)
      show(<Page />)
      press({ key: '3' }, 100)
      rest()
      expect(onKept.mock.calls.map(([{ typed }]) => typed)).toEqual(['2', '0', '3'])
      expect(onTyped).not.toHaveBeenCalled()
      press({ key: '4' }, 400)
      rest()
      expect(onTyped.mock.calls).toEqual([['4']])
    })

    test('what nobody comes for is forgotten', () => {
      type('2000000000015', 8)
      press({ key: 'Enter' }, 8)
      clock += 61_000
      show(<Page />)
      expect(onKept).not.toHaveBeenCalled()
    })
  })

  test('takes nothing back of what a person typed before the scan', () => {
    press({ key: '7' }, 100)
    rest()
    type('2000000000015', 8)
    press({ key: 'Enter' }, 8)
    expect(onScan.mock.calls).toEqual([['2000000000015']])
    expect(onTyped.mock.calls).toEqual([['7']])
    expect(onTakenBack).not.toHaveBeenCalled()
  })

  test('shows a person the key also when the page is busy all the time', () => {
    press({ key: '5' }, 100)
    for (let turn = 0; turn < 20; turn += 1) {
      clock += 200
      vi.advanceTimersByTime(50)
    }
    expect(onTyped.mock.calls).toEqual([['5']])
  })

  test('lets a person type into an input, however fast two keys follow each other', () => {
    search().focus()
    press({ key: 'x' }, 200)
    press({ key: 'y' }, 20)
    press({ key: 'z' }, 20)
    rest()
    expect(search().value).toBe('abcxyz')
    expect(onTyped).not.toHaveBeenCalled()
  })

  test('lets Enter press a button when it ends no scan', () => {
    screen.getByRole('button', { name: '増やす' }).focus()
    press({ key: 'Enter' }, 500)
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  test('keeps its hands off a composition that a person began', () => {
    search().focus()
    for (const code of ['KeyG', 'KeyI', 'KeyN', 'KeyN', 'KeyO', 'KeyW'])
      press({ key: 'Process', code, isComposing: true }, 20)
    press({ key: 'Enter', isComposing: true }, 20)
    rest()
    expect(onScan).not.toHaveBeenCalled()
    expect(search().value).toBe('abc')
  })
})

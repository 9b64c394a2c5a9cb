import { LiveRegions } from '@shirogane/ui/overlays/LiveRegions'
import { ToastProvider } from '@shirogane/ui/overlays/ToastProvider'
import type { KeypadKey } from '@shirogane/ui/inputs/keypad-keys'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyListener } from '../scan/use-commands.ts'
import { useRegisterKeys } from './use-register-keys.ts'

const type = vi.fn((_: KeypadKey) => () => {})
const onSheetKey = vi.fn((key: KeypadKey | '.') => (key === '.' ? null : () => {}))
const changeQuantity = vi.fn((_: number): (() => void) | undefined => () => {})
const onScan = vi.fn()
const onHelp = vi.fn()

function Layout({ isSheetOpen = false, hasKeypad = false }) {
  const sheetKeys: KeyListener = createRef()
  sheetKeys.current = hasKeypad ? onSheetKey : null
  useRegisterKeys({
    sheetKeys,
    isSheetOpen,
    isEditing: true,
    isPaused: false,
    isStarting: false,
    isConfirmOpen: false,
    press: type,
    type,
    changeQuantity,
    onHelp,
    onScan,
    onStray: () => {},
    onKept: () => () => {},
    functionKeys: {},
  })
  return null
}

let clock = 1_000
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

function open(sheet: { isSheetOpen?: boolean; hasKeypad?: boolean } = {}): void {
  render(
    <LiveRegions>
      <ToastProvider>
        <Layout {...sheet} />
      </ToastProvider>
    </LiveRegions>,
  )
  wait(1_000)
}

function wait(ms: number): void {
  clock += ms
  act(() => void vi.advanceTimersByTime(ms))
}

function keys(text: string, gap: number): void {
  for (const key of text) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: clock })
    document.body.dispatchEvent(event)
    wait(gap)
  }
}
const enter = () => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: clock })
  document.body.dispatchEvent(event)
}
const isSaid = () => screen.queryAllByText('数字で入力してください', { selector: '[data-toast] *' }).length

test('a point among figures is answered, once for whoever types on, and the figures stand', () => {
  open()
  keys('15.5', 120)
  wait(400)
  expect(isSaid()).toBe(1)
  expect(type.mock.calls.flat()).toEqual(['1', '5', '5'])
  keys('..', 120)
  for (let times = 0; times < 8; times += 1) wait(500)
  expect(isSaid()).toBe(0)
  keys('.', 120)
  wait(400)
  expect(isSaid()).toBe(1)
})

test('so is a minus in a sheet with a keypad, and nothing in one without', () => {
  open({ isSheetOpen: true, hasKeypad: true })
  keys('-7', 120)
  wait(400)
  expect(isSaid()).toBe(1)
  expect(onSheetKey.mock.calls.flat()).toEqual(['7'])
  expect(changeQuantity).not.toHaveBeenCalled()
  cleanup()
  open({ isSheetOpen: true })
  keys('-x', 120)
  wait(400)
  expect(isSaid()).toBe(0)
})

test('a point is left to the sheet, and answered only where it means nothing there', () => {
  open({ isSheetOpen: true, hasKeypad: true })
  onSheetKey.mockImplementationOnce(() => () => {})
  keys('.', 120)
  wait(400)
  expect(isSaid()).toBe(0)
  keys('.', 120)
  wait(400)
  expect(isSaid()).toBe(1)
  expect(onSheetKey.mock.calls.flat()).toEqual(['.', '.'])
})

test('signs that mean something on the register are no wrong figures, whether or not there is a line for them', () => {
  open()
  keys('-?', 120)
  wait(400)
  expect(changeQuantity).toHaveBeenCalledWith(-1)
  expect(onHelp).toHaveBeenCalledOnce()
  expect(isSaid()).toBe(0)
  changeQuantity.mockReturnValueOnce(undefined)
  keys('+', 120)
  wait(400)
  expect(isSaid()).toBe(0)
})

test('a comma between thousands stands for nothing', () => {
  open({ isSheetOpen: true, hasKeypad: true })
  keys('1,000', 120)
  wait(400)
  expect(onSheetKey.mock.calls.flat()).toEqual(['1', '0', '0', '0'])
  expect(isSaid()).toBe(0)
})

test('a scan is never answered so, whatever it begins with', () => {
  open()
  keys('SV-CUP-0042', 8)
  enter()
  wait(1_000)
  expect(onScan).toHaveBeenCalledWith('SV-CUP-0042')
  expect(isSaid()).toBe(0)
})

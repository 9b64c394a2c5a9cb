import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegions } from './LiveRegions.tsx'
import { ToastProvider } from './ToastProvider.tsx'
import { useToast } from './use-toast.ts'
import type { ShowToast, ToastInput } from './use-toast.ts'

let grabbed: ShowToast | undefined

function Grab() {
  const show = useToast()
  useEffect(() => {
    grabbed = show
  }, [show])
  return null
}

function toast(input: ToastInput | string): void {
  act(() => grabbed?.(input))
}

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <LiveRegions>
      <ToastProvider>
        <Grab />
      </ToastProvider>
    </LiveRegions>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const seen = () => document.querySelector('[data-toast]')?.textContent ?? null
const leaving = 160

test('a toast is seen for one second unless told otherwise', () => {
  toast('コピーしました')
  pass(999)
  expect(seen()).toBe('コピーしました')
  pass(1)
  pass(leaving)
  expect(seen()).toBeNull()
})

test.each([3000, 5000])('a toast of %d ms is seen for exactly that long', (duration) => {
  toast({ message: '受け取りました', duration })
  pass(duration - 1)
  expect(seen()).toBe('受け取りました')
  pass(1)
  pass(leaving)
  expect(seen()).toBeNull()
})

test('toasts are shown one at a time, in the order they came, each for its full time', () => {
  toast('一')
  toast('二')
  toast('三')
  expect(document.querySelectorAll('[data-toast]')).toHaveLength(1)
  for (const word of ['一', '二', '三']) {
    expect(seen()).toBe(word)
    pass(999)
    expect(seen()).toBe(word)
    pass(1)
    pass(leaving)
  }
  expect(seen()).toBeNull()
})

test('time stands still while a pointer rests on the toast', () => {
  toast('待って')
  pass(600)
  const element = document.querySelector('[data-toast]') as Element
  fireEvent.pointerEnter(element, { pointerType: 'mouse' })
  pass(10_000)
  expect(seen()).toBe('待って')
  fireEvent.pointerLeave(element, { pointerType: 'mouse' })
  pass(399)
  expect(seen()).toBe('待って')
  pass(1)
  pass(leaving)
  expect(seen()).toBeNull()
})

test('the words stay in the live region for five seconds and more, errors in the assertive one', () => {
  toast('コピーしました')
  toast({ message: '通信できませんでした', kind: 'error' })
  pass(1000)
  pass(leaving)
  pass(1000)
  pass(leaving)
  expect(seen()).toBeNull()
  pass(2_900)
  expect(screen.getByRole('status').textContent).toBe('コピーしました')
  expect(screen.getByRole('alert').textContent).toBe('通信できませんでした')
  pass(10_000)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('')
})

import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { nothingEntered } from './tenders.ts'
import type { Payment } from './tenders.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import { useFigures } from './use-figures.ts'

function openFigures() {
  let entered = nothingEntered
  let active: Payment = 'cash'
  const machine = {
    state: () => ({ entered, active }),
    enter: (payment: Payment, amount: number) => (entered = { ...entered, [payment]: amount }),
    activate: (payment: Payment) => (active = payment),
  } as unknown as SaleMachine
  const onCode = vi.fn()
  const { result } = renderHook(() => useFigures(machine, onCode))
  let now = 0
  const type = (figures: string, everyMs = 60) => {
    const undo = [...figures].map((figure) => result.current.type(figure as '0', (now += everyMs)))
    return () => {
      for (const one of undo.toReversed()) one()
    }
  }
  return { figures: result.current, type, pause: () => (now += 5_000), cash: () => entered.cash, onCode }
}

test('nine figures are an amount, and the next run of them goes on with it', () => {
  const { type, pause, cash, onCode } = openFigures()
  type('15')
  pause()
  type('000')
  expect(cash()).toBe(15_000)
  type('9999')
  expect(cash()).toBe(150_009_999)
  expect(onCode).not.toHaveBeenCalled()
})

test('the tenth makes a code of all of them, noughts and all, and the amount is what it was before', () => {
  const { figures, type, pause, cash, onCode } = openFigures()
  type('15000')
  pause()
  type('0000123456789012')
  expect(figures.typedCode.current).toBe('0000123456789012')
  expect(onCode).toHaveBeenCalled()
  expect(cash()).toBe(15_000)
})

test('what comes after the field has taken the code is an amount again', () => {
  const { figures, type, cash } = openFigures()
  type('2000000000015')
  figures.typedCode.current = ''
  type('500')
  expect(figures.typedCode.current).toBe('')
  expect(cash()).toBe(500)
})

test('keys of the screen are an amount however many they are, and end what a hand was typing', () => {
  const { figures, type, cash, onCode } = openFigures()
  type('12345')
  figures.press('erase')
  type('67890')
  expect(cash()).toBe(123_467_890)
  for (const key of '1234567890') figures.press(key as '0')
  expect(onCode).not.toHaveBeenCalled()
})

test('figures that turn out to be a scan are taken back, and begin no code', () => {
  const { figures, type, cash, onCode } = openFigures()
  type('15000')
  const takeBack = type('123')
  takeBack()
  expect(cash()).toBe(15_000)
  type('9999')
  expect(onCode).not.toHaveBeenCalled()
  expect(figures.typedCode.current).toBe('')
  expect(cash()).toBe(150_009_999)
})

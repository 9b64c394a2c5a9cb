import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { MemberDesk } from './MemberDesk.tsx'

const read = vi.fn(async () => true)

function Desk() {
  const [amount, setAmount] = useState(0)
  return (
    <MemberDesk
      reader={{ read, isReading: false, problem: null, clearProblem: () => {} }}
      amount={amount}
      onAmount={setAmount}
      isAsking={false}
      about={null}
      display={<output>{amount}</output>}
      problem={null}
      obstacle={null}
      confirmLabel="確認"
      onConfirm={() => {}}
    />
  )
}

let clock = 1_000
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  read.mockClear()
})

function wait(ms: number): void {
  clock += ms
  act(() => void vi.advanceTimersByTime(ms))
}

function keys(typed: string[], gap: number): void {
  wait(1_000)
  for (const key of typed) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: clock })
    document.body.dispatchEvent(event)
    wait(gap)
  }
  wait(400)
}
const said = () => screen.queryAllByText('数字で入力してください', { selector: '[data-toast] *' }).length
const amount = () => document.querySelector('output')?.textContent

test('a sign that is no figure is answered, and a comma between thousands is taken for nothing', async () => {
  await renderScreen(<Desk />)
  keys(['1', ',', '5'], 120)
  expect([amount(), said()]).toEqual(['15', 0])
  keys(['-', '.', '0'], 120)
  expect([amount(), said()]).toEqual(['150', 1])
})

test('figures that come between two drawings of the screen are all of them in the amount', async () => {
  await renderScreen(<Desk />)
  wait(1_000)
  // A page that is busy draws nothing until it has heard of all of them.
  act(() => {
    for (const key of '15000') {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: clock })
      document.body.dispatchEvent(event)
      clock += 120
      vi.advanceTimersByTime(120)
    }
  })
  expect(amount()).toBe('15000')
})

test('a code of a scanner with signs in it is a code', async () => {
  await renderScreen(<Desk />)
  keys([...'SG1-ABC.D', 'Enter'], 8)
  expect(read).toHaveBeenCalledWith('SG1-ABC.D')
  expect([amount(), said()]).toEqual(['0', 0])
})

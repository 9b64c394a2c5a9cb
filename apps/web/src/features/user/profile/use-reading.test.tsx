import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useReading } from './use-reading.ts'

// React listens to input methods only where there are events of them, and looks once.
vi.hoisted(() => {
  class CompositionEvent extends Event {
    data: string
    constructor(type: string, { data = '', ...init }: CompositionEventInit = {}) {
      super(type, init)
      this.data = data
    }
  }
  Object.assign(window, { CompositionEvent })
})

afterEach(cleanup)

function Names({ saved }: { saved: string }) {
  const [name, setName] = useState('')
  const [reading, setReading] = useState(saved)
  return (
    <>
      <input
        aria-label="姓"
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...useReading(reading, setReading)}
      />
      <input aria-label="セイ" value={reading} onChange={(event) => setReading(event.target.value)} />
    </>
  )
}

const name = () => screen.getByLabelText<HTMLInputElement>('姓')
const reading = () => screen.getByLabelText<HTMLInputElement>('セイ')

/** As an input method does: what it holds, step by step, and what it leaves in the field. */
function compose(steps: string[], left: string): void {
  fireEvent.compositionStart(name())
  for (const data of steps) fireEvent.compositionUpdate(name(), { data })
  const value = left === '' ? name().value : name().value + left
  fireEvent.change(name(), { target: { value } })
  name().setSelectionRange(value.length, value.length)
  fireEvent.compositionEnd(name(), { data: left })
}
const write = (value: string) => fireEvent.change(reading(), { target: { value } })

test('the kana that a name was typed with become its reading, piece by piece', () => {
  render(<Names saved="" />)
  compose(['ｔ', 'た', 'たｋ', 'たか', '高'], '高')
  expect(reading().value).toBe('タカ')
  compose(['さ', 'さき', '先', '﨑'], '﨑')
  expect(name().value).toBe('高﨑')
  expect(reading().value).toBe('タカサキ')
})

test('a name in kana is its own reading, and what was taken back is none', () => {
  render(<Names saved="" />)
  compose(['さ', 'さく', 'さくら'], 'さくら')
  expect(reading().value).toBe('サクラ')
  compose(['い', ''], '')
  expect(reading().value).toBe('サクラ')
})

test('a name that is written anew is read anew', () => {
  render(<Names saved="" />)
  compose(['やまだ', '山田'], '山田')
  name().setSelectionRange(0, 2)
  compose(['さとう', '佐藤'], '佐藤')
  expect(reading().value).toBe('サトウ')
})

test('a reading that was written by hand or stood there before stays as it is', () => {
  render(<Names saved="" />)
  compose(['かどの', '角野'], '角野')
  write('スミノ')
  compose(['た', '田'], '田')
  expect(reading().value).toBe('スミノ')
  cleanup()

  render(<Names saved="ヨシノ" />)
  compose(['つきの', '月野'], '月野')
  expect(reading().value).toBe('ヨシノ')
})

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Field } from './form/Field.tsx'
import { NumberInput } from './NumberInput.tsx'
import type { EnteredNumber } from './use-number-input.ts'

afterEach(cleanup)

/** Shows beside the field what its owner was told. */
function Form({ start = null, max }: { start?: number | null; max?: number }) {
  const [value, setValue] = useState<EnteredNumber>(start)
  return (
    <>
      <Field label="金額">
        <NumberInput value={value} onChange={setValue} max={max} />
      </Field>
      <output>{value === undefined ? 'no number' : value === null ? 'empty' : String(value)}</output>
      <button type="button" onClick={() => setValue(5_000)}>
        すべて
      </button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('金額')
const said = () => screen.getByRole('status').textContent
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('a number in any width is told as it is typed, and shown in groups of three once the field is left', () => {
  render(<Form />)
  fireEvent.focus(field())
  type('１２３００')
  expect(said()).toBe('12300')
  fireEvent.blur(field())
  expect(field().value).toBe('12,300')
  fireEvent.focus(field())
  expect(field().value).toBe('12300')
})

test('what is typed on entering takes the place of the number that stood there', () => {
  render(<Form start={5_500} />)
  fireEvent.focus(field())
  expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(['5500', 0, 4])
})

test.each(['3-4', '1万', '-500', '1.5', '3,4'])(
  'of %j no number is made: it stays there, and the field says so',
  (text) => {
    render(<Form start={7} />)
    fireEvent.focus(field())
    type(text)
    expect(said()).toBe('no number')
    fireEvent.blur(field())
    expect(field().value).toBe(text)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(`「${text}」は数として読めません。数字だけを入力してください。`)
    expect(field().getAttribute('aria-describedby')).toContain(alert.id)

    type('34')
    expect(said()).toBe('34')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field().getAttribute('aria-invalid')).toBeNull()
  },
)

test('a minus that is typed makes the figures behind it no amount either', () => {
  render(<Form />)
  fireEvent.focus(field())
  for (const text of ['-', '-5', '-50']) type(text)
  expect(said()).toBe('no number')
  expect(screen.getByRole('alert').textContent).toContain('「-50」')
})

test('commas may be typed: nothing is called wrong before the number is whole', () => {
  render(<Form />)
  fireEvent.focus(field())
  for (const text of ['1', '12', '12,', '12,3', '12,30']) {
    type(text)
    expect(screen.queryByRole('alert')).toBeNull()
  }
  type('12,300')
  expect(said()).toBe('12300')
  type('12,30')
  fireEvent.blur(field())
  expect(screen.getByRole('alert')).toBeDefined()
})

test('more than the most is said, and not cut off', () => {
  render(<Form max={99_999} />)
  fireEvent.focus(field())
  type('123456')
  expect(said()).toBe('no number')
  expect(screen.getByRole('alert').textContent).toBe('99,999以下で入力してください。')
})

test('an input method is left alone until its text stands', () => {
  render(<Form />)
  fireEvent.focus(field())
  fireEvent.compositionStart(field())
  type('５ｋ')
  expect(field().value).toBe('５ｋ')
  type('５００')
  fireEvent.compositionEnd(field())
  expect(said()).toBe('500')
})

test('a number that is set from outside takes the place of what was typed', () => {
  render(<Form />)
  fireEvent.focus(field())
  type('3-4')
  fireEvent.click(screen.getByRole('button'))
  expect(field().value).toBe('5,000')
  expect(screen.queryByRole('alert')).toBeNull()
})

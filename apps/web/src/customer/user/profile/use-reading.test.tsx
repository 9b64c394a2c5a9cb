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
/** A key, and what the input method then holds; null where it holds the same as before. */
type Stroke = [code: string, held: string | null]

/** A keyboard beside the input method: browsers but Safari tell of the key first. */
function type(strokes: Stroke[], left: string, order: 'key first' | 'key last' = 'key first'): void {
  fireEvent.compositionStart(name())
  for (const [code, data] of strokes) {
    if (order === 'key first') fireEvent.keyDown(name(), { code })
    if (data !== null) fireEvent.compositionUpdate(name(), { data })
    if (order === 'key last') fireEvent.keyDown(name(), { code })
    fireEvent.keyUp(name(), { code })
  }
  const value = name().value + left
  fireEvent.change(name(), { target: { value } })
  name().setSelectionRange(value.length, value.length)
  // Safari takes the composition out before it writes what came of it.
  if (order === 'key last') fireEvent.compositionUpdate(name(), { data: '' })
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

test('the input method of Windows converts when it is asked to, and n becomes ん with it', () => {
  render(<Names saved="" />)
  type(
    [
      ['KeyA', 'あ'],
      ['KeyB', 'あｂ'],
      ['KeyE', 'あべ'],
      ['Space', '安倍'],
      ['Space', '阿部'],
      ['Enter', null],
    ],
    '阿部',
  )
  expect(reading().value).toBe('アベ')
  write('')
  type(
    [
      ['KeyK', 'ｋ'],
      ['KeyE', 'け'],
      ['KeyN', 'けｎ'],
      ['Space', '健'],
      ['Enter', null],
    ],
    '健',
  )
  expect(reading().value).toBe('ケン')
})

test('a suggestion that was taken before the name was typed whole says nothing of its reading', () => {
  render(<Names saved="" />)
  type(
    [
      ['KeyT', 'ｔ'],
      ['KeyA', 'た'],
      ['KeyK', 'たｋ'],
      ['KeyA', 'たか'],
      ['KeyH', 'たかｈ'],
      ['KeyA', 'たかは'],
      ['Tab', '高橋'],
      ['Enter', null],
    ],
    '高橋',
  )
  expect(reading().value).toBe('')
  // Gboard: a finger on a suggestion presses no key.
  compose(['た', 'たか', '高橋'], '高橋')
  expect(reading().value).toBe('')
})

test('Gboard: kana by flicks and a finger on the candidate make a reading', () => {
  render(<Names saved="" />)
  compose(['か', 'かし', 'かじ', 'かじわ', 'かじわら', '梶原'], '梶原')
  expect(reading().value).toBe('カジワラ')
})

test.each(['key first', 'key last'] as const)(
  'live conversion of macOS leaves the reading alone, %s',
  (order) => {
    render(<Names saved="" />)
    // After a rest the kana turn into kanji, and the rest of the name is typed behind them.
    type(
      [
        ['KeyY', 'y'],
        ['KeyA', 'や'],
        ['KeyM', 'やm'],
        ['KeyA', '山'],
        ['KeyD', '山d'],
        ['KeyA', '山田'],
        ['Enter', null],
      ],
      '山田',
      order,
    )
    expect(reading().value).toBe('')
  },
)

test.each(['key first', 'key last'] as const)('not a letter shows that a vowel was typed on, %s', (order) => {
  render(<Names saved="" />)
  type(
    [
      ['KeyI', 'い'],
      ['KeyC', 'いc'],
      ['KeyH', 'いch'],
      ['KeyI', 'いち'],
      ['KeyR', 'いちr'],
      ['KeyO', 'いちろ'],
      ['KeyU', '一郎'],
      ['Enter', null],
    ],
    '一郎',
    order,
  )
  expect(reading().value).toBe('')
})

test.each(['key first', 'key last'] as const)(
  'a name that stood in kana as a whole has its reading, %s',
  (order) => {
    render(<Names saved="" />)
    type(
      [
        ['KeyY', 'y'],
        ['KeyA', 'や'],
        ['KeyM', '屋m'],
        ['KeyA', 'やま'],
        ['KeyD', 'やまd'],
        ['KeyA', 'やまだ'],
        ['Space', '山田'],
        ['Enter', null],
      ],
      '山田',
      order,
    )
    expect(reading().value).toBe('ヤマダ')
  },
)

test('nothing but kana gets into the reading', () => {
  render(<Names saved="" />)
  for (const left of ['たk', 'Smith', '山だ', '〆木']) compose([left], left)
  expect(reading().value).toBe('')
})

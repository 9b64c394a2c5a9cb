import { expect, test } from 'vitest'
import { isSignature, plainSignature } from './signature-ink.ts'

const line = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
const along = (count: number, at: (step: number) => readonly [number, number]) =>
  line(Array.from({ length: count }, (_, step) => at(step)))

test.each([
  ['nothing', ''],
  ['a dot', 'M300 100'],
  ['a dot that was held', along(60, () => [300, 100])],
  ['a trembling finger', along(200, (step) => [300 + (step % 4), 100 + ((step * 7) % 5)])],
  ['a short line', along(20, (step) => [100 + step * 3, 100 + step])],
  ['a long straight line', along(60, (step) => [20 + step * 9, 100])],
  ['a slanting straight line', along(60, (step) => [20 + step * 9, 10 + step * 3])],
  [
    'a corner of few points',
    line([
      [10, 10],
      [500, 10],
      [500, 190],
      [10, 190],
      [10, 20],
    ]),
  ],
  [
    'many dots over the field',
    Array.from({ length: 40 }, (_, step) => `M${step * 15} ${(step * 37) % 200}`).join(''),
  ],
  ['a small scribble', along(80, (step) => [300 + (step % 9) * 4, 100 + ((step * 5) % 11) * 2])],
  ['a line beyond the field', along(40, (step) => [step * 40, (step % 2) * 150])],
  ['no path at all', 'L10 10L20 20'],
  ['numbers that are none', 'M1..2 3L4 5'],
])('%s is no signature', (_, path) => {
  expect(isSignature(path)).toBe(false)
})

test.each([
  ['one stroke up and down', along(14, (step) => [40 + step * 24, step % 2 === 0 ? 140 : 50])],
  [
    'a round letter',
    along(40, (step) => [
      300 + Math.round(90 * Math.cos(step / 6)),
      100 + Math.round(70 * Math.sin(step / 6)),
    ]),
  ],
  [
    'characters of several strokes',
    [0, 1, 2]
      .map((letter) => along(12, (step) => [100 + letter * 90 + (step % 3) * 25, 40 + step * 9]))
      .join(''),
  ],
])('%s is one', (_, path) => {
  expect(isSignature(path)).toBe(true)
})

test('a line is kept in one way of writing, so that it is known again', () => {
  expect(plainSignature('M12 30L18 22M25.4 31L33 18.0')).toBe('M12 30L18 22M25 31L33 18')
  expect(plainSignature('M 12.0 30.2 L18 22M25 31L33 18')).toBe('M12 30L18 22M25 31L33 18')
})

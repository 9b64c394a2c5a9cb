import { expect, test } from 'vitest'
import { itemOf, readMilligrams, mistakesIn, newPiece } from './piece.ts'

test.each([
  ['12.34', 12_340],
  ['0.1', 100],
  ['１２．３４５', 12_345],
  ['3', 3_000],
  ['12.', 12_000],
  ['.5', 500],
  ['１２。５', 12_500],
  ['.', null],
  ['1.2.3', null],
  ['12.3456', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('%j grams are %j mg', (typed, weight) => expect(readMilligrams(typed)).toBe(weight))

test('a piece is one only when it weighs more than what is deducted, and is told apart from others', () => {
  const piece = { ...newPiece(), name: '指輪', features: 'SV925', gross: '12.34', deduction: '0.34' }
  expect(itemOf(piece)).toMatchObject({ gross_weight_mg: 12_340, deduction_mg: 340, serial: null })
  for (const change of [{ gross: '0.34' }, { features: ' ' }, { quantity: '1.5' }, { quantity: '0' }])
    expect(itemOf({ ...piece, ...change })).toBeNull()
})

test('what is typed wrong is told by its field, and what is not typed yet is not', () => {
  const right = { quantity: false, gross: false, deduction: null }
  expect(mistakesIn(newPiece())).toEqual(right)
  expect(mistakesIn({ ...newPiece(), gross: '12.', deduction: '0' })).toEqual(right)
  expect(mistakesIn({ ...newPiece(), quantity: '1.5', gross: '12,34g', deduction: '-1' })).toEqual({
    quantity: true,
    gross: true,
    deduction: 'no_weight',
  })
  expect(mistakesIn({ ...newPiece(), gross: '0', deduction: '' })).toMatchObject({ gross: true })
  expect(mistakesIn({ ...newPiece(), gross: '3', deduction: '3.0' })).toMatchObject({
    deduction: 'too_heavy',
  })
})

import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { dayBeyondLine } from '../testing/cash-day.ts'
import { type CorrectionFacts, type CorrectionWish, correctSale } from './correct-sale.ts'

/** Who sells, and corrects with a manager alone. */
const clerk = personOf('register')
const byClerk = { access: accessOf(clerk) }
const before = { cash: 1_000, card: 500, employee_id: 'clerk', note: '包装' }
const factsOf = (change: Partial<CorrectionFacts> = {}): CorrectionFacts => ({
  kind: 'payment',
  is_voided: false,
  refunded_total: 0,
  business_date: '2026-12-01',
  shop_date: '2026-12-01',
  before,
  is_of_shop: true,
  cash_day: null,
  access: accessOf(personOf('manager')),
  ...change,
})
const wishOf = (change: Partial<CorrectionWish> = {}): CorrectionWish => ({
  cash: null,
  card: null,
  employee_id: null,
  ...change,
})

test('cash that was really a card: the sum stays', () => {
  expect(correctSale(factsOf(), wishOf({ cash: 0, card: 1_500 }))).toEqual({
    code: null,
    before,
    after: { ...before, cash: 0, card: 1_500 },
  })
})

test('another clerk sold it', () => {
  expect(correctSale(factsOf(), wishOf({ employee_id: 'other' }))).toMatchObject({
    after: { ...before, employee_id: 'other' },
  })
})

test.each<[string, string | undefined, string | null]>([
  ['is written anew', '領収書は上様', '領収書は上様'],
  ['is taken away by an empty one', '', null],
])('the note %s', (_, note, after) => {
  expect(correctSale(factsOf(), wishOf({ note }))).toMatchObject({ after: { note: after } })
})

test('to cash of which it must be known first who paid: asked again, it is the same act', () => {
  const more = wishOf({ cash: 1_500, card: 0 })
  const facts = factsOf({ cash_day: { ...dayBeyondLine, paid: 1_999_501 } })
  expect(correctSale(facts, more)).toEqual({ code: 'CASH_KYC_REQUIRED', again: true })
  // What was cash before is in its day: 500 yen more pass the line by one, or just reach it.
  const within = { ...facts, cash_day: { ...dayBeyondLine, paid: 1_999_500 } }
  expect(correctSale(within, more).code).toBeNull()
  expect(correctSale({ ...facts, ...byClerk }, more)).toEqual({ code: 'CORRECT_APPROVAL' })
})

describe('nothing is corrected', () => {
  const other = wishOf({ employee_id: 'other' })
  test.each<[string, CorrectionFacts, CorrectionWish, string]>([
    ['of a charge', factsOf({ kind: 'charge' }), other, 'CORRECT_NOT_PAYMENT'],
    ['of a sale that was voided', factsOf({ is_voided: true }), other, 'TXN_VOIDED'],
    ['of which something came back', factsOf({ refunded_total: 1 }), other, 'CORRECT_REFUNDED'],
    ['of an earlier day', factsOf({ shop_date: '2026-12-02' }), other, 'CORRECT_CLOSED'],
    ['to another sum', factsOf(), wishOf({ cash: 1_000, card: 501 }), 'CORRECT_AMOUNTS'],
    ['to one amount alone', factsOf(), wishOf({ cash: 999 }), 'CORRECT_AMOUNTS'],
    ['to who works elsewhere', factsOf({ is_of_shop: false }), other, 'NOT_FOUND'],
    [
      'where all is so already',
      factsOf(),
      wishOf({ cash: 1_000, card: 500, note: '包装' }),
      'CORRECT_NOTHING',
    ],
    ['by a clerk alone', factsOf(byClerk), other, 'CORRECT_APPROVAL'],
    [
      'by a clerk with another',
      factsOf({ access: accessOf(clerk, { approver: personOf('register', 'second') }) }),
      other,
      'CORRECT_APPROVAL',
    ],
    [
      'of another shop, whatever became of it',
      factsOf({ access: accessOf(clerk, { store_id: 'elsewhere' }), is_voided: true }),
      other,
      'TXN_NOT_FOUND',
    ],
  ])('%s', (_, facts, wish, code) => {
    expect(correctSale(facts, wish)).toEqual({ code })
  })
})

test('a clerk corrects with a manager', () => {
  const access = accessOf(clerk, { approver: personOf('manager') })
  expect(correctSale(factsOf({ access }), wishOf({ employee_id: 'other' })).code).toBeNull()
})

test('where there is no sale nothing is corrected', () => {
  const access = accessOf(clerk, { store_id: null })
  expect(correctSale({ access, kind: null }, wishOf())).toEqual({ code: 'TXN_NOT_FOUND' })
})

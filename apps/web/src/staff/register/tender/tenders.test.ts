import { sumOver } from '@shirogane/domain/sales/tenders'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  billOf,
  enterTender,
  fitTenders,
  mostOf,
  nothingEntered,
  payments,
  quickCash,
  tendersOf,
} from './tenders.ts'

const available = { points: 3_215, balance: 12_480 }
/** The bill of the reference picture: 38,280 by points, balance and cash. */
const mock = { ...nothingEntered, points: 3_215, balance: 12_480, cash: 30_000 }

describe('the bill', () => {
  test('points, balance and cash together leave nothing open and give the right change', () => {
    expect(billOf(38_280, mock)).toEqual({
      total: 38_280,
      cash_due: 22_585,
      cash: 22_585,
      remaining: 0,
      change: 7_415,
    })
  })

  test('cash that is too little leaves the rest open and gives no change', () => {
    expect(billOf(38_280, { ...mock, cash: 20_000 })).toMatchObject({
      cash: 20_000,
      remaining: 2_585,
      change: 0,
    })
  })

  test('the server is told what cash pays and what was handed over, and no empty tender', () => {
    expect(tendersOf(38_280, mock)).toEqual({
      tenders: { points: 3_215, balance: 12_480, cash: 22_585 },
      cash_tendered: 30_000,
    })
    expect(tendersOf(880, { ...nothingEntered, card: 880 })).toEqual({ tenders: { card: 880 } })
  })
})

describe('entering an amount', () => {
  test('points and balance never exceed what is available', () => {
    expect(enterTender('points', 999_999, 38_280, nothingEntered, available).points).toBe(3_215)
    expect(enterTender('balance', 999_999, 38_280, nothingEntered, available).balance).toBe(12_480)
  })

  test('points and balance never exceed the bill', () => {
    expect(enterTender('points', 3_215, 880, nothingEntered, available).points).toBe(880)
    const both = enterTender('balance', 12_480, 4_000, { ...nothingEntered, points: 3_215 }, available)
    expect(both).toMatchObject({ points: 3_215, balance: 785 })
  })

  test('without a member points and balance stay at nothing', () => {
    const none = { points: 0, balance: 0 }
    expect(enterTender('points', 100, 880, nothingEntered, none).points).toBe(0)
    expect(fitTenders(880, { ...nothingEntered, points: 100, balance: 200 }, none)).toEqual(nothingEntered)
  })

  test('cash may exceed the bill, and goes back when nothing is due in cash any more', () => {
    const cash = enterTender('cash', 10_000, 880, nothingEntered, available)
    expect(cash.cash).toBe(10_000)
    expect(enterTender('card', 880, 880, cash, available)).toMatchObject({ card: 880, cash: 0 })
  })

  test('a smaller cart takes from the card first, then the balance, then the points', () => {
    const entered = { ...nothingEntered, points: 3_000, balance: 5_000, card: 2_000 }
    expect(fitTenders(9_000, entered, available)).toMatchObject({
      points: 3_000,
      balance: 5_000,
      card: 1_000,
    })
    expect(fitTenders(7_000, entered, available)).toMatchObject({ points: 3_000, balance: 4_000, card: 0 })
    expect(fitTenders(2_000, entered, available)).toMatchObject({ points: 2_000, balance: 0, card: 0 })
  })

  test('whatever is entered in whatever order, the tenders never pay more than the bill nor more than there is', () => {
    const amount = fc.integer({ min: 0, max: 999_999_999 })
    const act = fc.record({
      payment: fc.constantFrom(...payments),
      amount,
      total: fc.integer({ min: 0, max: 200_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 20 }),
        fc.nat(50_000),
        fc.nat(50_000),
        (acts, points, balance) => {
          let entered = nothingEntered
          for (const { payment, amount: typed, total } of acts) {
            entered = enterTender(payment, typed, total, fitTenders(total, entered, { points, balance }), {
              points,
              balance,
            })
            const bill = billOf(total, entered)
            expect(entered.points).toBeLessThanOrEqual(points)
            expect(entered.balance).toBeLessThanOrEqual(balance)
            expect(bill.cash_due).toBeGreaterThanOrEqual(0)
            expect(bill.remaining).toBeGreaterThanOrEqual(0)
            expect(sumOver(payments, { ...entered, cash: bill.cash }) + bill.remaining).toBe(total)
            expect(entered.cash).toBe(bill.cash + bill.change)
            expect(mostOf('points', total, entered, { points, balance })).toBeGreaterThanOrEqual(
              entered.points,
            )
          }
        },
      ),
    )
  })
})

describe('the two quick amounts of cash', () => {
  test.each([
    [22_585, [23_000, 30_000]],
    [880, [1_000, 10_000]],
    [4_400, [5_000, 10_000]],
    [9_500, [10_000, 20_000]],
    [22_000, [25_000, 30_000]],
    [20_000, [30_000, 40_000]],
  ])('for %i yen they are %j', (due, expected) => {
    expect(quickCash(due)).toEqual(expected)
  })

  test('they are two different amounts above the bill, the smaller first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), (due) => {
        const [first, second] = quickCash(due)
        expect(first).toBeGreaterThan(due)
        expect(second).toBeGreaterThan(first)
        expect(first % 1_000).toBe(0)
      }),
    )
  })
})

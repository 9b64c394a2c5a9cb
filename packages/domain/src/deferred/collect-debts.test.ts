import { describe, expect, test } from 'vitest'
import { type CollectionFacts, type CollectionWish, collectDebts, type Debt } from './collect-debts.ts'
import { dayBeyondLine } from '../testing/cash-day.ts'
import { collectors, debtOf, factsOf, rankOf, wishOf } from '../testing/collection.ts'
import { usedCode } from '../testing/used-code.ts'

describe('debts', () => {
  test('are paid with the oldest first, and all of them where no amount is named', () => {
    const part = collectDebts(factsOf(), wishOf({ amount: 4_000 }))
    expect(part).toMatchObject({
      amount: 4_000,
      payments: [
        { sale_id: 'old', cash: 3_000, points: 30 },
        { sale_id: 'new', cash: 1_000, points: 10 },
      ],
      points: 40,
    })
    expect(collectDebts(factsOf(), wishOf())).toMatchObject({ amount: 8_000, points: 80 })
  })

  test('earn points that pay off those that are owed, with what the customer has', () => {
    const wallet = { ...factsOf().wallet, point_debt: 70 }
    const repaid = {
      kind: 'adjustment',
      customer_id: 'member',
      store_id: 'shop',
      message: { code: 'points_repaid' },
      transfers: [
        { code: 'repay_points', debit: 'point_regular', credit: 'point_debt', amount: 60 },
        { code: 'repay_points', debit: 'point_limited', credit: 'point_debt', amount: 7 },
      ],
    }
    expect(collectDebts(factsOf({ wallet }), wishOf({ amount: 4_000 }))).toMatchObject({ after: [repaid] })
    // Where nothing is earned, nothing is paid off.
    expect(collectDebts(factsOf({ wallet }), wishOf({ amount: 99 }))).toMatchObject({ points: 0, after: [] })
    expect(collectDebts(factsOf(), wishOf({ amount: 4_000 }))).toMatchObject({ after: [] })
  })

  test('are paid from given balance before paid balance', () => {
    expect(collectDebts(factsOf(), wishOf({ amount: 2_400, tender: 'balance' }))).toMatchObject({
      bonus: 500,
      paid: 1_900,
      payments: [{ sale_id: 'old', paid: 1_900, bonus: 500, cash: 0 }],
    })
  })

  test.each(['cash', 'card', 'bank'] as const)('paid by %s leave the balance alone', (tender) => {
    const access = tender === 'bank' ? collectors.head_office : collectors.register
    expect(collectDebts(factsOf({ access }), wishOf({ amount: 100, tender }))).toMatchObject({
      bonus: 0,
      paid: 0,
      payments: [{ [tender]: 100, paid: 0, bonus: 0 }],
    })
  })
})

describe('points of a debt', () => {
  /** A sale of 1,050円 at 1%, of which 450円 were paid at once and earned 4pt. */
  const debt = (change: Partial<Debt> = {}) => debtOf('sale', 600, { base: 450, ...change })

  test('come to the same in parts and at one time', () => {
    const whole = collectDebts(factsOf({ debts: [debt()] }), wishOf())
    const first = collectDebts(factsOf({ debts: [debt()] }), wishOf({ amount: 149 }))
    const rest = { outstanding: 451, collected: 149, points: 1 }
    const second = collectDebts(factsOf({ debts: [debt(rest)] }), wishOf())
    expect([whole, first, second].map((plan) => 'points' in plan && plan.points)).toEqual([6, 1, 5])
  })

  test('are those of the rate that the member had then', () => {
    const debts = [debtOf('bronze', 1_000), debtOf('gold', 1_000, { rate_bp: 300 })]
    expect(collectDebts(factsOf({ debts }), wishOf())).toMatchObject({
      payments: [{ points: 10 }, { points: 30 }],
    })
  })
})

describe('the rank', () => {
  test('is lifted at once by what is paid', () => {
    const facts = factsOf({ rank: rankOf({ level_accumulation: 44_000 }), debts: [debtOf('sale', 6_000)] })
    expect(collectDebts(facts, wishOf())).toMatchObject({
      level_accumulation: 50_000,
      level_bought: 1,
      level_before: 0,
      level_after: 1,
    })
    expect(collectDebts(facts, wishOf({ amount: 5_999 }))).toMatchObject({ level_after: 0 })
  })

  test('never falls by it, and a given one stands above it', () => {
    expect(collectDebts(factsOf({ rank: rankOf({ level_index: 2 }) }), wishOf())).toMatchObject({
      level_bought: 2,
      level_after: 2,
    })
    const given = factsOf({ rank: rankOf({ level_given: 1, level_given_until: '2026-05-10' }) })
    expect(collectDebts(given, wishOf())).toMatchObject({ level_bought: 0, level_before: 1, level_after: 1 })
    const over = factsOf({ rank: rankOf({ level_given: 1, level_given_until: '2026-05-09' }) })
    expect(collectDebts(over, wishOf())).toMatchObject({ level_given: null, level_before: 0, level_after: 0 })
  })

  test('is judged first in a new year, and what is paid counts for that year alone', () => {
    const old = rankOf({ level_year: 2025, level_index: 2, level_carried: 2, level_accumulation: 49_999 })
    expect(collectDebts(factsOf({ rank: old }), wishOf({ amount: 5_000 }))).toMatchObject({
      level_accumulation: 5_000,
      level_before: 1,
      level_after: 1,
    })
  })
})

describe('nothing is collected', () => {
  test.each<[string, CollectionFacts, Partial<CollectionWish>, object]>([
    ['of a debt that is paid', factsOf({ debts: [] }), {}, { code: 'DEFERRED_NONE' }],
    ['of more than is owed', factsOf(), { amount: 8_001 }, { code: 'DEFERRED_EXCEEDS', n: 8_000 }],
    ['of nothing', factsOf(), { amount: 0 }, { code: 'AMOUNT_INVALID' }],
    [
      'in cash of which it must be known first who pays',
      factsOf({ cash_day: { ...dayBeyondLine, paid: 1_992_001 } }),
      {},
      { code: 'CASH_KYC_REQUIRED', again: true },
    ],
    [
      'of balance without the code of its owner',
      factsOf({ code: null }),
      { tender: 'balance' },
      { code: 'QR_INVALID' },
    ],
    [
      'by a code that has served',
      factsOf({ code: usedCode }),
      { tender: 'balance' },
      { code: 'QR_ALREADY_USED' },
    ],
    [
      'by who may not, whatever they show',
      factsOf({ access: collectors.head_office, code: null }),
      { tender: 'balance' },
      { code: 'FORBIDDEN' },
    ],
    ['of less cash than the amount', factsOf(), { cash_tendered: 7_999 }, { code: 'TENDERED_SHORT' }],
    [
      'of more balance than there is',
      factsOf(),
      { tender: 'balance' },
      { code: 'INSUFFICIENT_BALANCE', n: 5_500 },
    ],
    [
      'of the balance of who is suspended',
      factsOf({ is_stopped: true }),
      { tender: 'balance', amount: 1 },
      { code: 'CUSTOMER_SUSPENDED' },
    ],
    [
      'by who is suspended',
      factsOf({ is_stopped: true, access: collectors.member }),
      { tender: 'balance', amount: 1 },
      { code: 'AUTH_SUSPENDED' },
    ],
  ])('%s', (_, facts, wish, refusal) => {
    expect(collectDebts(facts, wishOf(wish))).toEqual(refusal)
  })

  test('of a member that there is not', () => {
    const none = { access: collectors.register, store_id: 'shop', rank: null, code: null }
    expect(collectDebts(none, wishOf())).toEqual({ code: 'NOT_FOUND' })
    // At no register, no shop is known where nothing is owed.
    const nowhere = { ...none, access: collectors.head_office, store_id: null }
    expect(collectDebts(nowhere, wishOf({ tender: 'bank' }))).toEqual({ code: 'DEFERRED_NONE' })
  })

  test('but by card, no matter what the law on cash asks', () => {
    const facts = factsOf({ cash_day: dayBeyondLine })
    expect(collectDebts(facts, wishOf({ tender: 'card' })).code).toBeNull()
  })

  test('but cash of who is suspended is taken: they owe it', () => {
    expect(collectDebts(factsOf({ is_stopped: true }), wishOf()).code).toBeNull()
  })
})

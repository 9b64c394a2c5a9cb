import { describe, expect, test } from 'vitest'
import type { Campaign } from '../campaigns/add-points.ts'
import { dayBeyondLine } from '../testing/cash-day.ts'
import { facts, live, terms, wish } from '../testing/sale-facts.ts'
import { decideSales, type DecidedSale } from './decide-sales.ts'
import type { SaleFacts, SaleTerms, SaleWish } from './facts.ts'

const decide = (of: SaleFacts, asked: SaleWish = wish(), under: Partial<SaleTerms> = {}) =>
  decideSales({ ...terms, ...under }, [{ facts: of, wish: asked }])[0]!
const decided = (...args: Parameters<typeof decide>) => {
  const sale = decide(...args)
  expect(sale).toMatchObject({ code: null })
  return sale as DecidedSale
}

describe('a sale to a member', () => {
  test('the worked example: ring and chain, paid with points, balance and cash', () => {
    const { member, reward, after } = decided(facts(), wish({ points: 1_000, balance: 5_000, cash: 5_000 }))
    expect(member).toEqual({
      customer_id: 'hanako',
      use_limited: 0,
      use_regular: 1_000,
      use_bonus: 300,
      use_paid: 4_700,
      lots: null,
      // Points are no money: 10,000 yen earn three percent.
      base: 10_000,
      rate_bp: 300,
      earned: 300,
      earned_limited: 0,
      parts: [],
      level_before: 1,
      level_after: 1,
      level_bought: null,
      accumulation: 50_000,
    })
    expect([reward, after]).toEqual([null, null])
  })

  test('points with an end go first, by the ends of their lots', () => {
    const lots = [
      { id: 'december', remaining: 200, expires_at: '2026-12-31T14:59:59Z' },
      { id: 'march', remaining: 400, expires_at: '2027-03-31T14:59:59Z' },
    ]
    const { member } = decided(facts({}, { point_limited: 600, lots }), wish({ points: 700, cash: 10_300 }))
    expect(member).toMatchObject({ use_limited: 600, use_regular: 100 })
    expect(
      decided(facts({}, { point_limited: 600, lots }), wish({ points: 250, cash: 10_750 })).member,
    ).toMatchObject({
      use_limited: 250,
      use_regular: 0,
      lots: [
        { lot: 'december', points: 200 },
        { lot: 'march', points: 50 },
      ],
    })
  })

  test('the purchase that reaches a quota lifts the rank and still earns by the old one', () => {
    const { member } = decided(facts({}, { level_accumulation: 89_000 }))
    expect(member).toMatchObject({ rate_bp: 300, level_before: 1, level_after: 2, accumulation: 100_000 })
    expect(decided(facts({}, { level_accumulation: 88_999 })).member).toMatchObject({ level_after: 1 })
  })

  test('a rank given by hand earns, and what is bought goes on beneath it', () => {
    expect(decided(facts({}, { level_given: 2, level_accumulation: 0 })).member).toMatchObject({
      rate_bp: 500,
      earned: 550,
      level_before: 2,
      level_after: 2,
      level_bought: 1,
    })
  })

  test('what is paid later has its day, and earns when it is paid', () => {
    const deferral = {
      today: '2026-11-28',
      verified: true,
      kyc_status: 'approved',
      date_of_birth: '1990-01-01',
      is_stopped: false,
      deferred_limit: 50_000,
      receivable: 0,
      oldest_due: null,
    }
    const { member, due_on } = decided(facts({ deferral }), wish({ later: 8_000, cash: 3_000 }))
    expect(due_on).toBe('2026-12-28')
    expect(decided(facts(), wish()).due_on).toBeNull()
    expect(member).toMatchObject({ base: 3_000, earned: 90, accumulation: 43_000 })
  })

  test('earned points pay off those that are owed, in the same commit', () => {
    expect(decided(facts({}, { point_regular: 0, point_debt: 200 })).after).toMatchObject({
      kind: 'adjustment',
      customer_id: 'hanako',
      transfers: [{ debit: 'point_regular', credit: 'point_debt', amount: 200 }],
    })
  })

  test('without a member nothing is earned', () => {
    expect(decided(facts({ code: null, payer: null }), wish({ is_scanned: false }))).toMatchObject({
      member: null,
    })
  })
})

describe('the inviter', () => {
  const at_sale = {
    age: 60,
    days: 365,
    standing: 'good',
    inviter: { is_active: true, verified: true, is_stopped: false },
    is_of_shop: false,
  }
  const invitation = {
    inviter_id: 'ichiro',
    earned_today: 0,
    rate_bp: 500,
    base_min: 500,
    day_max: 10_000,
    at_sale,
  }

  test('earns five percent of what was paid in money', () => {
    expect(decided(facts({}, { invitation })).reward).toEqual({
      affiliator_id: 'ichiro',
      earned_before: 0,
      amount: 550,
      rate_bp: 500,
      base_min: 500,
      cut: 0,
      day_max: 10_000,
    })
  })

  test('nothing by an invitation that is over', () => {
    const over = { ...invitation, at_sale: { ...at_sale, age: 365 * 86_400 } }
    expect(decided(facts({}, { invitation: over })).reward).toBeNull()
  })

  test('as far as their day has room, which sales of one batch fill in their order', () => {
    const of = (user_id: string) => facts({}, { user_id, invitation: { ...invitation, earned_today: 9_000 } })
    const sales = decideSales(terms, [
      { facts: of('a'), wish: wish() },
      { facts: of('b'), wish: wish() },
      { facts: of('c'), wish: wish() },
    ]) as DecidedSale[]
    expect(sales.map(({ reward }) => reward && [reward.earned_before, reward.amount, reward.cut])).toEqual([
      [9_000, 550, 0],
      [9_550, 450, 100],
      null,
    ])
  })
})

describe('refusals, the first of them in this order', () => {
  const cart = { parked_id: 'cart', parked_version: 2 }
  test.each<[code: string, facts: SaleFacts, wish: SaleWish, n?: number]>([
    ['FORBIDDEN', facts({ is_entitled: false, is_here: false }), wish()],
    ['NOT_FOUND', facts({ is_here: false, code: null }), wish()],
    ['PAYMENT_STATE', facts({ is_of_others: true, code: null }), wish()],
    ['TXN_NOT_FOUND', facts({ code: null, payer: null }), wish({ checkout_id: 'open' })],
    ['QR_INVALID', facts({ code: null, payer: null }), wish()],
    ['MEMBER_REQUIRED', facts({ code: null, payer: null }), wish({ is_scanned: false, points: 1 })],
    ['CUSTOMER_SUSPENDED', facts({ code: { ...live, state: 'void' } }, { is_suspended: true }), wish()],
    ['QR_ALREADY_USED', facts({ code: { ...live, state: 'void' } }), wish()],
    ['QR_ALREADY_USED', facts({ code: { ...live, state: 'spent', is_over: true } }), wish()],
    ['PAYMENT_STATE', facts({ code: { ...live, state: 'spent' } }), wish({ checkout_id: 'open' })],
    ['QR_CLAIMED', facts({ code: { ...live, state: 'claimed', is_claim_live: true } }), wish()],
    ['QR_CLAIMED', facts({ code: { ...live, state: 'claimed' } }), wish({ checkout_id: 'open' })],
    ['QR_EXPIRED', facts({ code: { ...live, is_over: true } }), wish()],
    ['QR_EXPIRED', facts({ code: { ...live, is_over: true } }), wish({ checkout_id: 'open' })],
    ['PAYMENT_STATE', facts(), wish({ checkout_id: 'closed' })],
    ['CUSTOMER_SUSPENDED', facts({}, { is_suspended: true, is_own: true }), wish()],
    ['SELF_DEALING', facts({}, { is_own: true }), wish({ points: 2_000 })],
    ['INSUFFICIENT_POINT', facts(), wish({ points: 1_001, balance: 200_000 })],
    ['PAY_LIMIT_ONCE', facts(), wish({ balance: 100_001 }), 100_000],
    ['INSUFFICIENT_BALANCE', facts(), wish({ balance: 50_301 }), 1],
    [
      'PAY_LIMIT_DAY',
      facts({}, { balance_spent_on: '2026-11-28', balance_spent: 190_000 }),
      wish({ balance: 10_001 }),
      200_000,
    ],
    ['LATER_UNAVAILABLE', facts(), wish({ later: 1 })],
    [
      'STOCK_SHORTAGE',
      facts({ goods: { ring: 2 }, cash_day: dayBeyondLine }),
      wish({ lines: [{ sku_id: 'ring', quantity: 3 }] }),
      2,
    ],
    ['CASH_KYC_REQUIRED', facts({ cash_day: dayBeyondLine }), wish(cart)],
    ['PARKED_NOT_FOUND', facts(), wish({ ...cart, discount_approval_id: 'none' })],
    ['PARKED_ENDED', facts({ parked: { status: 'completed', is_here: true, version: 2 } }), wish(cart)],
    ['PARKED_ELSEWHERE', facts({ parked: { status: 'parked', is_here: true, version: 2 } }), wish(cart)],
    ['PARKED_ELSEWHERE', facts({ parked: { status: 'resumed', is_here: false, version: 2 } }), wish(cart)],
    ['CONFLICT', facts({ parked: { status: 'resumed', is_here: true, version: 3 } }), wish(cart)],
    ['APPROVAL_REQUIRED', facts(), wish({ signed_approval_id: 'none', discount_approval_id: 'none' })],
    ['APPROVAL_REQUIRED', facts(), wish({ override_approval_id: 'none' })],
    ['DISCOUNT_APPROVAL', facts(), wish({ discount_approval_id: 'none' })],
  ])('%s', (code, of, asked, n) => {
    const refusal = decide(of, asked)
    expect(refusal).toEqual(n === undefined ? { code } : { code, n })
  })

  test.each<[name: string, facts: SaleFacts, wish: SaleWish]>([
    [
      'its own register keeps a code that it took in time',
      facts({
        code: { ...live, state: 'claimed', is_claimed_here: true, is_claim_live: true, is_over: true },
      }),
      wish(),
    ],
    [
      'so does its checkout',
      facts({
        is_open_here: true,
        code: { ...live, state: 'claimed', is_claimed_here: true, is_claim_live: true, is_over: true },
      }),
      wish({ checkout_id: 'open' }),
    ],
    [
      'a claim that lapsed elsewhere frees a code that lives',
      facts({ code: { ...live, state: 'claimed' } }),
      wish(),
    ],
    [
      'balance spent on an earlier day is of that day',
      facts({}, { balance_spent_on: '2026-11-27', balance_spent: 200_000 }),
      wish({ balance: 100 }),
    ],
    [
      'a cart as it was taken back',
      facts({ parked: { status: 'resumed', is_here: true, version: 2 } }),
      wish(cart),
    ],
    ['a shop that sells below zero', facts({ goods: { ring: null } }), wish()],
  ])('none: %s', (_, of, asked) => {
    decided(of, asked)
  })
})

describe('approvals', () => {
  const approval = {
    id: 'yes',
    kind: 'discount',
    store_id: 'ginza',
    amount: 500,
    subject: { gross: 11_500 },
    requested_by: 'clerk',
    decided_by: 'manager',
    is_good: true,
  }
  const asked = wish({ discount_approval_id: 'yes', gross: 11_500, discount: 500 })

  test('one of exactly this is used up, and says who agreed', () => {
    expect(decided(facts({ approvals: [approval] }), asked).approvals).toEqual({
      signed_by: null,
      override_by: null,
      approved_by: 'manager',
      used: [{ id: 'yes', kind: 'discount', amount: 500, subject: { gross: 11_500 } }],
    })
  })

  test.each<[string, object]>([
    ['of another discount', { amount: 501 }],
    ['of another cart', { subject: { gross: 11_501 } }],
    ['of another shop', { store_id: 'kobe' }],
    ['that a colleague asked for', { requested_by: 'other' }],
    ['of another act', { kind: 'void' }],
    ['that was used, or is over', { is_good: false }],
  ])('not one %s', (_, change) => {
    expect(decide(facts({ approvals: [{ ...approval, ...change }] }), asked)).toEqual({
      code: 'DISCOUNT_APPROVAL',
    })
  })
})

describe('put off', () => {
  test('until the years that are over are judged, and what has ended has left', () => {
    expect(decide(facts({}, { level_year: 2025, has_ended: true, is_suspended: true }))).toEqual({
      waits_for: 'year',
    })
    expect(decide(facts({}, { has_ended: true, is_suspended: true }))).toEqual({ waits_for: 'ends' })
  })

  test('the second sale of a customer, and one whose sale is under way', () => {
    const two = [
      { facts: facts(), wish: wish() },
      { facts: facts(), wish: wish() },
    ]
    expect(decideSales(terms, two)).toMatchObject([{ code: null }, { waits_for: 'batch' }])
    expect(decideSales(terms, two.slice(1), new Set(['hanako']))).toEqual([{ waits_for: 'batch' }])
  })

  test('one that the sale before leaves too few articles, which is short only once that one is posted', () => {
    const of = (user_id: string, quantity: number) => ({
      facts: facts({ goods: { ring: 2 } }, { user_id }),
      wish: wish({ lines: [{ sku_id: 'ring', quantity }] }),
    })
    expect(decideSales(terms, [of('a', 3), of('b', 2), of('c', 1)])).toMatchObject([
      { code: 'STOCK_SHORTAGE', n: 2 },
      { code: null },
      { waits_for: 'batch' },
    ])
  })

  test('one that would get what a sale before takes of a budget', () => {
    const campaign: Campaign = {
      id: 'opening',
      name: 'Opening',
      starts_at: '2026-11-01T00:00:00Z',
      stackable: true,
      needs_entry: false,
      payment_min: 1,
      store_ids: null,
      level_indexes: null,
      member_max: null,
      budget: 300,
      budget_used: 0,
      points_days: null,
      kind: 'fixed_point',
      points: 200,
    }
    const of = (user_id: string) => ({ facts: facts({}, { user_id }), wish: wish() })
    const [first, second] = decideSales({ ...terms, campaigns: [campaign] }, [of('a'), of('b')])
    expect(first).toMatchObject({ code: null, budgets: [], member: { earned: 330 + 200 } })
    expect(second).toEqual({ waits_for: 'batch' })
    // Cut by the budget, it rests on what had been given by then.
    expect(decide(facts(), wish(), { campaigns: [{ ...campaign, budget_used: 250 }] })).toMatchObject({
      budgets: [{ id: 'opening', used: 250 }],
      member: { earned: 330 + 50 },
    })
  })
})

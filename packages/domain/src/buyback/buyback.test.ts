import { describe, expect, test } from 'vitest'
import { together } from '../testing/together.ts'
import { alikeWeights } from './alike-weights.ts'
import { type BuybackFacts, type BuybackWish, buyBack } from './buy-back.ts'
import { pricePiece, type WeighedPiece } from './price-piece.ts'
import { type BuybackPaidFacts, recordBuybackPaid } from './record-paid.ts'
import { reverseBuyback, type ReverseBuybackFacts } from './reverse-buyback.ts'
import type { PurchaseStanding } from './standing.ts'

const standing: PurchaseStanding = {
  status: 'paid',
  paid_by: 'cash',
  is_transferred: false,
  is_reversed: false,
}
const rates = { A: 8_000, B: 7_000, C: 6_000 }
const ring: WeighedPiece = { gross_weight_mg: 12_340, deduction_mg: 0, fineness: 925, grade: 'A' }

describe('a piece is worth', () => {
  test.each<[string, Partial<WeighedPiece>, number, number]>([
    ['3,652 yen of 12.34 g of 925 at 400 yen, 80 percent of it', {}, 400, 3_652],
    ['the same after what is no silver', { gross_weight_mg: 12_680, deduction_mg: 340 }, 400, 3_652],
    ['less where it was used', { grade: 'B' }, 400, 3_196],
    ['least where it is broken', { grade: 'C' }, 400, 2_739],
    ['the silver in it, and not what it is alloyed with', { fineness: 800 }, 400, 3_159],
    ['nothing where a yen is not reached', { gross_weight_mg: 3, fineness: 999 }, 400, 0],
    ['a yen from there on', { gross_weight_mg: 4, fineness: 999 }, 400, 1],
    ['a yen from where the cut ends', { gross_weight_mg: 1_000, fineness: 999 }, 400, 319],
    [
      'exact also where its product passes what a double holds',
      { gross_weight_mg: 99_999_999, fineness: 999 },
      10_007,
      799_759_432,
    ],
  ])('%s', (_, piece, price_per_g, amount) => {
    expect(pricePiece({ ...ring, ...piece }, { price_per_g, rates })).toMatchObject({ amount })
  })

  test('999,000,000 yen of 100 kg at the whole price of 10,000 yen', () => {
    const bar: WeighedPiece = { gross_weight_mg: 100_000_000, deduction_mg: 0, fineness: 999, grade: 'A' }
    expect(pricePiece(bar, { price_per_g: 10_000, rates: { ...rates, A: 10_000 } })).toEqual({
      net_weight_mg: 100_000_000,
      rate_bp: 10_000,
      amount: 999_000_000,
    })
  })
})

describe('of the weight of a piece is what weighs', () => {
  test.each<[string, number, number, number, number]>([
    ['50 mg more or less, where it is light', 5_099, 1, 5_049, 5_149],
    ['a hundredth more or less, where it is heavy, cut off', 5_199, 1, 5_148, 5_250],
    ['as much as one of several', 30_302, 3, 9_999, 10_201],
  ])('%s', (_, net_weight_mg, quantity, least_mg, most_mg) => {
    expect(alikeWeights({ net_weight_mg, quantity })).toEqual({ least_mg, most_mg })
  })
})

describe('a purchase', () => {
  const facts: BuybackFacts = {
    now: '2026-11-21T03:00:00Z',
    today: '2026-11-21',
    is_entitled: true,
    is_here: true,
    is_method_lawful: true,
    member: null,
    terms: { price_per_g: 400, rates, hold_days: 14 },
    is_lookalike: false,
    balance_max: 100_000,
  }
  const member = {
    is_own: false,
    read_at: '2026-11-21T02:00:01Z',
    is_suspended: false,
    balance: 0,
    pending: 0,
  }
  const wish: BuybackWish = {
    id: 'purchase',
    actor_id: 'manager',
    store_id: 'shop',
    register_id: 'register',
    user_id: null,
    seller: { date_of_birth: '1980-04-01' },
    items: [{ line: 1, ...ring }],
    amount: 3_652,
    paid_by: 'cash',
    bank: null,
  }
  const decide = (change: Partial<BuybackFacts>, asked: Partial<BuybackWish> = {}) =>
    buyBack({ ...facts, ...change }, { ...wish, ...asked })

  test('is paid in cash out of the drawer, and says at which price and for how long its pieces stay', () => {
    expect(decide({})).toEqual({
      code: null,
      status: 'paid',
      amount: 3_652,
      price_per_g: 400,
      hold_days: 14,
      pieces: [{ line: 1, net_weight_mg: 12_340, rate_bp: 8_000, amount: 3_652 }],
      movements: [
        {
          id: 'purchase',
          kind: 'buyback',
          customer_id: null,
          store_id: 'shop',
          register_id: 'register',
          employee_id: 'manager',
          message: { code: 'buyback' },
          transfers: [{ code: 'buy_back', debit: 'buyback_goods', credit: 'drawer', amount: 3_652 }],
        },
      ],
    })
  })

  test.each([
    ['bank', 'buyback_payable'],
    ['balance', 'balance_paid'],
  ] as const)('by %s comes out of %s', (paid_by, credit) => {
    const bought = decide({ member }, { paid_by, bank: {}, user_id: 'member' })
    expect(bought).toMatchObject({
      code: null,
      movements: [{ customer_id: 'member', transfers: [{ debit: 'buyback_goods', credit, amount: 3_652 }] }],
    })
  })

  test('of several pieces cuts each off by itself', () => {
    const items = [1, 2, 3].map((line) => ({ line, ...ring, gross_weight_mg: 1_000, fineness: 999 }))
    expect(decide({}, { items, amount: 957 })).toMatchObject({
      code: null,
      amount: 957,
      pieces: [{ amount: 319 }, { amount: 319 }, { amount: 319 }],
    })
  })

  const minor = { date_of_birth: '2008-11-22' }
  const ofMember = { user_id: 'member' }
  const refusals: [string, Partial<BuybackFacts>, Partial<BuybackWish>, { code: string; n?: number }][] = [
    ['by an employee without the right', { is_entitled: false }, {}, { code: 'FORBIDDEN' }],
    ['at a register of another shop', { is_here: false }, {}, { code: 'NOT_FOUND' }],
    [
      'of a person who is to be born',
      {},
      { seller: { date_of_birth: '2026-11-22' } },
      { code: 'DOB_INVALID' },
    ],
    ['on the day before the eighteenth birthday', {}, { seller: minor }, { code: 'BUYBACK_MINOR' }],
    [
      'of documents that were looked at in no lawful way',
      { is_method_lawful: false },
      {},
      { code: 'BUYBACK_ID_REQUIRED' },
    ],
    ['of their own', { member: { ...member, is_own: true } }, ofMember, { code: 'SELF_DEALING' }],
    [
      'of a member whose code was not read here',
      { member: { ...member, read_at: null } },
      ofMember,
      { code: 'MEMBER_REQUIRED' },
    ],
    [
      'of a member whose code was read an hour ago',
      { member: { ...member, read_at: '2026-11-21T02:00:00Z' } },
      ofMember,
      { code: 'MEMBER_REQUIRED' },
    ],
    [
      'of a member who is suspended',
      { member: { ...member, is_suspended: true } },
      ofMember,
      { code: 'CUSTOMER_SUSPENDED' },
    ],
    ['as balance of no member', { member: null }, { paid_by: 'balance' }, { code: 'MEMBER_REQUIRED' }],
    [
      'as balance of a person without a wallet',
      { member: { ...member, balance: null } },
      { ...ofMember, paid_by: 'balance' },
      { code: 'MEMBER_REQUIRED' },
    ],
    ['by a transfer to no account', {}, { paid_by: 'bank' }, { code: 'BUYBACK_BANK_REQUIRED' }],
    [
      'before two people have agreed on the price of silver',
      { terms: { ...facts.terms, price_per_g: null } },
      {},
      { code: 'SILVER_RATE_MISSING' },
    ],
    ['for a yen more than it is worth', {}, { amount: 3_653 }, { code: 'BUYBACK_QUOTE', n: 3_652 }],
    [
      'for what it was worth before the price fell',
      { terms: { ...facts.terms, price_per_g: 399 } },
      {},
      { code: 'BUYBACK_QUOTE', n: 3_643 },
    ],
    ['of what was bought before, it seems', { is_lookalike: true }, {}, { code: 'BUYBACK_DUPLICATE' }],
    [
      'as more balance than a member may hold',
      { member: { ...member, balance: 90_000, pending: 6_349 } },
      { ...ofMember, paid_by: 'balance' },
      { code: 'BALANCE_LIMIT', n: 100_000 },
    ],
  ]

  test.each(refusals)('is none %s', (_, change, asked, refusal) => {
    expect(decide(change, asked)).toEqual(refusal)
  })

  test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
    'is none %s, no matter what comes after that',
    (_, reasons) => {
      const [change, asked] = [together(reasons.map((one) => one[1])), together(reasons.map((one) => one[2]))]
      expect(decide(change, asked)).toMatchObject({ code: reasons[0]![3].code })
    },
  )

  test.each<[string, Partial<BuybackFacts>, Partial<BuybackWish>]>([
    ['a person on their eighteenth birthday', {}, { seller: { date_of_birth: '2008-11-21' } }],
    ['a member in cash, no matter what they hold', { member: { ...member, balance: 100_000 } }, ofMember],
    [
      'a member up to what they may hold',
      { member: { ...member, balance: 96_348 } },
      { ...ofMember, paid_by: 'balance' },
    ],
    ['what was looked at beside the records', { is_lookalike: true }, { lookalikes_seen: true }],
  ])('is made of %s', (_, change, asked) => {
    expect(decide(change, asked)).toMatchObject({ code: null, status: 'paid' })
  })

  test('of what may be stolen is written down and not paid for', () => {
    const full = { member: { ...member, balance: 100_000 }, is_lookalike: true }
    expect(decide(full, { ...ofMember, paid_by: 'balance', suspected: true })).toMatchObject({
      code: null,
      status: 'stopped',
      amount: 3_652,
      movements: [],
    })
    expect(decide({}, { paid_by: 'bank', suspected: true })).toMatchObject({ status: 'stopped' })
    expect(decide({}, { amount: 1, suspected: true })).toMatchObject({ code: 'BUYBACK_QUOTE' })
  })
})

describe('the transfer for a purchase', () => {
  const facts: BuybackPaidFacts = {
    purchase: { ...standing, id: 'purchase', store_id: 'shop', amount: 3_652, paid_by: 'bank' },
    is_entitled: true,
    is_linked: false,
    is_own: false,
  }
  const decide = (change: Partial<BuybackPaidFacts>) =>
    recordBuybackPaid({ ...facts, ...change }, { transaction_id: 'transfer', actor_id: 'accountant' })

  test('takes what is owed out of the bank', () => {
    expect(decide({})).toEqual({
      code: null,
      movements: [
        {
          id: 'transfer',
          kind: 'adjustment',
          customer_id: null,
          store_id: 'shop',
          employee_id: 'accountant',
          related_id: 'purchase',
          message: { code: 'buyback_transfer' },
          transfers: [{ code: 'transfer_buyback', debit: 'buyback_payable', credit: 'bank', amount: 3_652 }],
        },
      ],
    })
  })

  const refusals: [string, Partial<BuybackPaidFacts>, string][] = [
    ['of none', { purchase: null }, 'NOT_FOUND'],
    ['where none is owed', { purchase: { ...facts.purchase!, paid_by: 'cash' } }, 'CONFLICT'],
    ['of what was stopped', { purchase: { ...facts.purchase!, status: 'stopped' } }, 'CONFLICT'],
    ['twice', { purchase: { ...facts.purchase!, is_transferred: true } }, 'CONFLICT'],
    ['of what was taken back', { purchase: { ...facts.purchase!, is_reversed: true } }, 'CONFLICT'],
    ['by the clerk who bought', { is_entitled: false }, 'FORBIDDEN'],
    ['in the hand that bought', { is_linked: true }, 'APPROVAL_LINKED'],
    ['to themself', { is_own: true }, 'SELF_DEALING'],
  ]

  test.each(refusals)('is not recorded %s', (_, change, code) => {
    expect(decide(change)).toEqual({ code })
  })

  test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
    'is not recorded %s, no matter what comes after that',
    (_, reasons) => {
      expect(decide(together(reasons.map((one) => one[1])))).toEqual({ code: reasons[0]![2] })
    },
  )
})

describe('the taking back of a purchase', () => {
  const purchase: NonNullable<ReverseBuybackFacts['purchase']> = {
    ...standing,
    id: 'purchase',
    store_id: 'shop',
    register_id: 'register',
    customer_id: 'member',
    amount: 3_652,
    has_moved_on: false,
    is_of_today: true,
    balance_paid: null,
  }
  const facts: ReverseBuybackFacts = {
    purchase,
    is_id_taken: false,
    is_entitled: true,
    is_independent: true,
    is_linked: false,
    is_own: false,
  }
  const decide = (
    change: Partial<ReverseBuybackFacts>,
    of: Partial<typeof purchase> = {},
    asked: { amount?: number } = {},
  ) =>
    reverseBuyback(
      { ...facts, purchase: { ...purchase, ...of }, ...change },
      {
        id: 'back',
        actor_id: 'manager',
        approved_by: 'owner',
        amount: 3_652,
        reason: '重さの読み違い',
        ...asked,
      },
    )

  test('brings cash back into the drawer, which is no movement of the member', () => {
    expect(decide({})).toEqual({
      code: null,
      movements: [
        {
          id: 'back',
          kind: 'adjustment',
          customer_id: null,
          store_id: 'shop',
          register_id: 'register',
          employee_id: 'manager',
          approved_by: 'owner',
          related_id: 'purchase',
          reason: '重さの読み違い',
          message: { code: 'buyback_taken_back' },
          transfers: [{ code: 'reverse_buyback', debit: 'drawer', credit: 'buyback_goods', amount: 3_652 }],
        },
      ],
    })
  })

  test('owes no transfer any more, and takes balance from the member who has it', () => {
    expect(decide({}, { paid_by: 'bank' })).toMatchObject({
      movements: [{ customer_id: null, transfers: [{ debit: 'buyback_payable', credit: 'buyback_goods' }] }],
    })
    expect(decide({}, { paid_by: 'balance', balance_paid: 3_652 })).toMatchObject({
      movements: [{ customer_id: 'member', transfers: [{ debit: 'balance_paid', credit: 'buyback_goods' }] }],
    })
  })

  const refusals: [
    string,
    Partial<ReverseBuybackFacts>,
    Partial<typeof purchase>,
    { amount?: number },
    { code: string; n?: number },
  ][] = [
    ['of none', { purchase: null }, {}, {}, { code: 'NOT_FOUND' }],
    ['of what was stopped', {}, { status: 'stopped' }, {}, { code: 'CONFLICT' }],
    ['twice', {}, { is_reversed: true }, {}, { code: 'CONFLICT' }],
    ['that a bank has paid out', {}, { paid_by: 'bank', is_transferred: true }, {}, { code: 'CONFLICT' }],
    ['of which a piece is on sale or gone', {}, { has_moved_on: true }, {}, { code: 'CONFLICT' }],
    ['under the id of another movement', { is_id_taken: true }, {}, {}, { code: 'CONFLICT' }],
    ['on the day after', {}, { is_of_today: false }, {}, { code: 'DAY_CLOSED' }],
    ['by an employee without the right', { is_entitled: false }, {}, {}, { code: 'FORBIDDEN' }],
    ['by the clerk who bought', { is_independent: false }, {}, {}, { code: 'APPROVAL_REQUIRED' }],
    ['by two who are one hand', { is_linked: true }, {}, {}, { code: 'APPROVAL_REQUIRED' }],
    ['of their own', { is_own: true }, {}, {}, { code: 'SELF_DEALING' }],
    ['for a yen too few', {}, {}, { amount: 3_651 }, { code: 'BUYBACK_RETURN', n: 3_652 }],
    [
      'out of balance of which two yen are spent',
      {},
      { paid_by: 'balance', balance_paid: 3_650 },
      {},
      { code: 'INSUFFICIENT_BALANCE', n: 2 },
    ],
  ]

  test.each(refusals)('is none %s', (_, change, of, asked, refusal) => {
    expect(decide(change, of, asked)).toEqual(refusal)
  })

  test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
    'is none %s, no matter what comes after that',
    (_, reasons) => {
      const change = together(reasons.map((one) => one[1]))
      const of = together(reasons.map((one) => one[2]))
      const asked = together(reasons.map((one) => one[3]))
      expect(decide(change, of, asked)).toMatchObject({ code: reasons[0]![4].code })
    },
  )
})

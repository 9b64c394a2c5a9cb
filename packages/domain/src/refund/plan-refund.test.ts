import { describe, expect, test } from 'vitest'
import { afterRefund, factsOf, type Sold } from '../testing/sold.ts'
import type { RefundFacts, RefundWish } from './facts.ts'
import { planRefund, type RefundPlan } from './plan-refund.ts'

const wishOf = (wish: Partial<RefundWish> = {}): RefundWish => ({
  items: null,
  amount: null,
  is_void: false,
  to_balance: false,
  ...wish,
})
const whole = wishOf()
const piece = (line: number, quantity = 1) => wishOf({ items: [{ line, quantity }] })
const ofAmount = (amount: number) => wishOf({ amount })

function plan(facts: RefundFacts, wish = whole): RefundPlan {
  const planned = planRefund(facts, wish)
  if (planned.code !== null) throw new Error(`refused: ${planned.code}`)
  return planned
}
/** A sale with other words on it than most sales have. */
const saleOf = (facts: RefundFacts, sale: Partial<RefundFacts['sale']>): RefundFacts => ({
  ...facts,
  sale: { ...facts.sale, ...sale },
})
const walletOf = (facts: RefundFacts, wallet: Partial<NonNullable<RefundFacts['wallet']>>): RefundFacts => ({
  ...facts,
  wallet: { ...facts.wallet!, ...wallet },
})
const debtOf = (facts: RefundFacts, debt: Partial<NonNullable<RefundFacts['debt']>>): RefundFacts => ({
  ...facts,
  debt: { ...facts.debt!, ...debt },
})

const ringAndChain: Sold = { lines: [7_700, 3_300], points: 1_000, paid: 5_000 }

describe('the worked examples', () => {
  test('a chain out of a sale of 11,000円 for 1,000pt, 5,000円 balance and cash goes back to the yen', () => {
    expect(plan(factsOf(ringAndChain), piece(2))).toMatchObject({
      total: 3_300,
      received_regular: 300,
      received_paid: 1_500,
      cash: 1_500,
      reclaimed: 30,
      taken_regular: 30,
      deducted: 0,
      owed: 0,
      tax: [{ rate: 1_000, taxable: 3_000, tax: 272 }],
      refundable_after: 7_700,
    })
  })

  test('with ten of its points left, the other twenty come off the three hundred that come back', () => {
    const facts = walletOf(factsOf(ringAndChain), { point_regular: 10 })
    expect(plan(facts, piece(2))).toMatchObject({
      received_regular: 300,
      reclaimed: 30,
      taken_regular: 30,
      deducted: 0,
      owed: 0,
      received_paid: 1_500,
      cash: 1_500,
    })
  })

  const gift = { id: 'gift', used: 950, expires_at: '2099-01-31T14:59:59Z' }
  const silver: Sold = { lines: [15_950], lots: [gift], rate_bp: 200 }

  test('950pt off 15,950円: 15,000円 and 950pt with their own end go back, and 300pt are taken', () => {
    const back = plan(factsOf(silver))
    expect(back).toMatchObject({ cash: 15_000, received_limited: 950, reclaimed: 300, taken_regular: 300 })
    expect(back.returned).toEqual([{ points: 950, expires_on: '2099-01-31', renewed: false }])
    expect(back.tax).toEqual([{ rate: 1_000, taxable: 15_000, tax: 1_363 }])
  })

  test('who has spent the 300pt gets them off the points that come back, and then off the money', () => {
    const spent = walletOf(factsOf({ lines: [15_000], rate_bp: 200 }), { point_regular: 0 })
    expect(plan(spent)).toMatchObject({ cash: 14_700, reclaimed: 300, deducted: 300, owed: 0 })
  })

  test('500円 given and 700円 paid balance were used: the paid comes back first', () => {
    const sale = factsOf({ lines: [1_200], bonus: 500, paid: 700, rate_bp: 0 })
    expect(plan(sale, ofAmount(800))).toMatchObject({ received_paid: 700, received_bonus: 100 })
    expect(plan(sale)).toMatchObject({ received_paid: 700, received_bonus: 500 })
  })
})

describe('what is refused', () => {
  const sale = factsOf({ lines: [1_000, 2_000] })
  const held = saleOf(sale, { refunded_total: 500 })
  test.each<[string, RefundFacts | null, RefundWish, object]>([
    ['a sale that is not there', null, whole, { code: 'TXN_NOT_FOUND' }],
    [
      'a charge: by law it is not paid out',
      saleOf(sale, { kind: 'charge' }),
      whole,
      { code: 'PREPAID_CASHOUT_PROHIBITED' },
    ],
    ['a refund of a refund', saleOf(sale, { kind: 'refund' }), whole, { code: 'REFUND_NOT_PAYMENT' }],
    ['a sale that was voided', saleOf(sale, { is_voided: true }), whole, { code: 'TXN_VOIDED' }],
    ['a void of which something came back', held, wishOf({ is_void: true }), { code: 'VOID_AFTER_REFUND' }],
    [
      'a void of an earlier day',
      { ...sale, shop_date: '2026-12-02' },
      wishOf({ is_void: true }),
      { code: 'TXN_CLOSED' },
    ],
    ['more than all', saleOf(sale, { refunded_total: 3_000 }), whole, { code: 'ALREADY_REFUNDED' }],
    ['the fifteenth day', { ...sale, today: '2026-12-16' }, whole, { code: 'REFUND_PERIOD_OVER', n: 14 }],
    ['an amount above what is left', sale, ofAmount(3_001), { code: 'REFUND_EXCEEDS', n: 3_000 }],
    ['a line that is not there', sale, piece(3), { code: 'REFUND_LINE_UNKNOWN' }],
    ['more pieces than were sold', sale, piece(2, 2), { code: 'REFUND_EXCEEDS', n: 2_000 }],
    ['no piece', sale, piece(2, 0), { code: 'REFUND_EXCEEDS', n: 2_000 }],
    [
      'balance for who is no member',
      factsOf({ lines: [1_000], of_nobody: true }),
      wishOf({ to_balance: true }),
      { code: 'REFUND_NO_WALLET' },
    ],
    [
      'balance above what a member may hold, charges under way among it',
      walletOf(sale, { balance: 990_000, pending: 8_000 }),
      wishOf({ to_balance: true }),
      { code: 'REFUND_BALANCE_LIMIT', n: 1_000_000 },
    ],
    [
      'a debt that was given up',
      debtOf(factsOf({ lines: [1_000], later: 1_000 }), { written_off: 400 }),
      whole,
      { code: 'REFUND_WRITTEN_OFF' },
    ],
    [
      'points alone that have no day to come back for',
      { ...factsOf({ lines: [500], lots: [{ id: 'old', used: 500, ended: true }] }), expired_points_days: 0 },
      whole,
      { code: 'REFUND_NOTHING' },
    ],
  ])('%s', (_, facts, wish, refusal) => {
    expect(planRefund(facts, wish)).toEqual(refusal)
  })

  test('the fourteenth day is the last', () => {
    expect(planRefund({ ...sale, today: '2026-12-15' }, whole).code).toBeNull()
  })

  test('a line of which all pieces came back', () => {
    const after = afterRefund(sale, plan(sale, piece(1)))
    expect(planRefund(after, piece(1))).toEqual({ code: 'ALREADY_REFUNDED' })
  })
})

describe('money', () => {
  test('the pieces of a line divide what is left of it, and the last one takes the rest', () => {
    const facts = factsOf({ lines: [{ yen: 1_000, pieces: 3 }], of_nobody: true })
    const first = plan(facts, piece(1))
    const second = plan(afterRefund(facts, first), piece(1))
    const third = plan(afterRefund(afterRefund(facts, first), second), piece(1))
    expect([first, second, third].map(({ total }) => total)).toEqual([333, 334, 333])
  })

  test('a correction that found a card in the place of cash sends the money back to the card', () => {
    const facts = saleOf(factsOf({ lines: [1_000, 500], of_nobody: true }), { corrected_card: 900 })
    expect(plan(facts)).toMatchObject({ cash: 600, card: 900 })
  })

  test('cash and card become balance where the member agrees to it, issued anew', () => {
    const facts = factsOf({ lines: [3_000], paid: 500, card: 1_000, rate_bp: 0 })
    expect(plan(facts, wishOf({ to_balance: true }))).toMatchObject({
      received_paid: 3_000,
      issued: 2_500,
      cash: 0,
      card: 0,
    })
  })

  test('tax is reckoned once for each rate, and with the points where they were a way to pay', () => {
    const sold: Sold = { lines: [1_100, { yen: 1_080, rate: 800 }], points: 218, of_nobody: false }
    expect(plan(factsOf(sold)).tax).toEqual([
      { rate: 1_000, taxable: 990, tax: 90 },
      { rate: 800, taxable: 972, tax: 72 },
    ])
    expect(plan(saleOf(factsOf(sold), { taxed: 2_180 })).tax).toEqual([
      { rate: 1_000, taxable: 1_100, tax: 100 },
      { rate: 800, taxable: 1_080, tax: 80 },
    ])
  })
})

describe('points that come back', () => {
  const [old, late] = [
    { id: 'early', used: 100, expires_at: '2026-12-31T14:59:59Z' },
    { id: 'late', used: 200, expires_at: '2027-03-31T14:59:59Z' },
  ]
  const sold: Sold = { lines: [1_000], points: 50, lots: [old, late], rate_bp: 0 }

  test('regular ones first, then the lot with the latest end', () => {
    expect(plan(factsOf(sold), ofAmount(600))).toMatchObject({
      back_points: 210,
      received_regular: 50,
      lot_changes: [{ lot: 'late', change: 160 }],
    })
  })

  test('the next refund goes on where the last one stopped', () => {
    const facts = factsOf(sold)
    const second = plan(afterRefund(facts, plan(facts, ofAmount(600))), whole)
    expect(second).toMatchObject({
      received_regular: 0,
      lot_changes: [
        { lot: 'late', change: 40 },
        { lot: 'early', change: 100 },
      ],
    })
  })

  test('of a lot that has ended they come back for thirty days', () => {
    const facts = factsOf({ ...sold, points: 0, lots: [{ ...old, ended: true }, late] })
    expect(plan(facts)).toMatchObject({
      received_limited: 300,
      renewed: 100,
      renewed_until: '2026-12-31T14:59:59.000Z',
      returned: [
        { points: 200, expires_on: '2027-03-31', renewed: false },
        { points: 100, expires_on: '2026-12-31', renewed: true },
      ],
    })
  })

  test('regular ones that have ended since come back for thirty days, too', () => {
    const facts = walletOf(factsOf({ lines: [100], points: 100, rate_bp: 0 }), {
      point_regular_expires_on: '2026-11-30',
    })
    expect(plan(facts)).toMatchObject({ received_regular: 0, renewed: 100, received_limited: 100 })
  })

  test('nothing comes back to who has left', () => {
    const facts = { ...factsOf(sold), left: { forfeited: 0, lapsed: 0, sales: [] } }
    expect(plan(facts)).toMatchObject({ lapsed: 350, received_regular: 0, received_limited: 0, cash: 650 })
  })
})

describe('points that the sale earned', () => {
  test('go in the share of all that was refunded so far, so that rounding never adds up', () => {
    const facts = factsOf({ lines: [{ yen: 999, pieces: 3 }], rate_bp: 100 })
    const first = plan(facts, piece(1))
    const second = plan(afterRefund(facts, first), piece(1))
    const third = plan(afterRefund(afterRefund(facts, first), second), piece(1))
    expect([first, second, third].map(({ reclaimed }) => reclaimed)).toEqual([3, 3, 3])
  })

  test('leave the lot that the sale brought, then regular points, then other lots by their ends', () => {
    const facts = walletOf(factsOf({ lines: [10_000], rate_bp: 100 }), { point_regular: 30 })
    const lots = [
      { id: 'other', remaining: 500, expires_at: '2026-12-05T14:59:59Z', ended: false, own: false },
      { id: 'brought', remaining: 20, expires_at: '2027-06-01T14:59:59Z', ended: false, own: true },
      { id: 'over', remaining: 900, expires_at: '2026-11-01T14:59:59Z', ended: true, own: false },
    ].map((lot) => ({ ...lot, transaction_id: lot.id }))
    expect(plan({ ...facts, lots })).toMatchObject({
      reclaimed: 100,
      taken_limited: 70,
      taken_regular: 30,
      lot_changes: [
        { lot: 'brought', change: -20 },
        { lot: 'other', change: -50 },
      ],
    })
  })

  test('what points and money do not cover is owed', () => {
    const facts = walletOf(saleOf(factsOf({ lines: [1_000], points: 900 }), { earned: 500 }), {
      point_regular: 0,
    })
    expect(plan(facts, ofAmount(500))).toMatchObject({
      received_regular: 450,
      reclaimed: 250,
      taken_regular: 250,
      deducted: 0,
      owed: 0,
    })
    const ended = { ...facts, expired_points_days: 0 }
    const expired = walletOf(ended, { point_regular_expires_on: '2026-11-30' })
    expect(plan(expired, ofAmount(500))).toMatchObject({ lapsed: 450, deducted: 50, owed: 200, cash: 0 })
  })

  test('of who has left no more is kept than money covers, and what they gave up stands for it', () => {
    const facts = { ...factsOf({ lines: [1_000] }), left: { forfeited: 4, lapsed: 0, sales: [] } }
    expect(plan(facts)).toMatchObject({ reclaimed: 6, deducted: 6, owed: 0, cash: 994 })
    const other = { earned: 10, earn_base: 1_000, returned_base: 500, reclaimed: 2 }
    const used = { ...facts, left: { forfeited: 4, lapsed: 0, sales: [other] } }
    expect(plan(used)).toMatchObject({ reclaimed: 9, cash: 991 })
  })
})

describe('a deferred part', () => {
  const sold: Sold = { lines: [10_000], later: 6_000, paid: 1_000 }

  test('what is still owed shrinks before any cash leaves the drawer', () => {
    expect(plan(factsOf(sold), ofAmount(8_000))).toMatchObject({
      back_later: 4_800,
      later: 6_000,
      later_cash: 1_200,
      received_paid: 800,
      cash: 1_200,
      reclaimed: 20,
    })
  })

  test('what was collected goes back the way it came, balance last', () => {
    const collected = {
      outstanding: 0,
      collected: 6_000,
      cash_left: 2_000,
      card_left: 1_000,
      paid_left: 2_500,
    }
    const facts = debtOf(factsOf({ ...sold, rate_bp: 0 }), collected)
    expect(plan(facts)).toMatchObject({
      later: 0,
      cash: 5_000,
      card: 1_000,
      received_paid: 3_500,
      received_bonus: 500,
      returned_bonus: 500,
    })
  })
})

describe('rank, reward and gift', () => {
  test('what counts for the rank falls in the year of the sale', () => {
    const facts = walletOf(factsOf({ lines: [5_000] }), { level_accumulation: 60_000 })
    expect(plan(facts, ofAmount(2_000))).toMatchObject({
      level_before: 60_000,
      level_after: 58_000,
      level_last: 0,
    })
    const later = walletOf(facts, { level_year: 2027 })
    expect(plan(later, ofAmount(2_000))).toMatchObject({ level_after: 60_000, level_last: 2_000 })
  })

  test('the reward becomes what its rate gives of the rest, and nothing below the least sale', () => {
    const facts = {
      ...factsOf({ lines: [10_000] }),
      reward: {
        left: 500,
        rate_bp: 500,
        base_min: 3_000,
        rewards: [{ id: 'reward', left: 500, is_confirmed: false, unclaimed: 0, claimed: 0, returned: 0 }],
        inviter_id: 'inviter',
        payable: 0,
      },
    }
    expect(plan(facts, ofAmount(5_000)).reward).toBe(250)
    expect(plan(facts, ofAmount(8_000)).reward).toBe(500)
    expect(plan(facts, wishOf({ is_void: true })).reward).toBe(500)
  })

  test('the gift of an invitation goes with the last part of its sale', () => {
    const facts = {
      ...factsOf({ lines: [1_000, 2_000] }),
      gifts: [{ id: 'gift', customer_id: 'member', points: 500, yen: 100, has_left: false }],
    }
    const first = plan(facts, piece(1))
    expect(first).toMatchObject({ gift: 0, gift_yen: 0 })
    const rest = afterRefund(facts, first)
    expect(plan(rest, piece(2))).toMatchObject({ gift: 500, gift_yen: 100 })
    const given_up = rest.gifts.map((gift) => ({ ...gift, has_left: true }))
    expect(plan({ ...rest, gifts: given_up }, piece(2))).toMatchObject({ gift: 0, gift_yen: 0 })
  })
})

import { describe, expect, test } from 'vitest'
import { type PayoutFacts, type PayoutWish, requestPayout } from './request-payout.ts'

const factsOf = (change: Partial<PayoutFacts> = {}): PayoutFacts => ({
  today: '2026-11-29',
  is_stopped: false,
  is_affiliator: true,
  kyc_status: 'approved',
  date_of_birth: '1990-04-01',
  receivable: 0,
  are_stopped: false,
  are_frozen: false,
  method: { review: null, is_stopped: false },
  has_open: false,
  reward: 50_000,
  reward_confirmed: 0,
  min: 1_000,
  auto_min: 1,
  max: 300_000,
  fee: 0,
  payments: { mode: null, on: '2026-12-04', payouts: [], claims: [] },
  home_store: 'home',
  ...change,
})
const wishOf = (change: Partial<PayoutWish> = {}): PayoutWish => ({
  id: 'payout',
  user_id: 'member',
  amount: 10_000,
  automatic: false,
  fee: 0,
  withheld: null,
  is_proven: true,
  ...change,
})

test('rewards are put aside, less the tax of the month', () => {
  const claims = [{ on: '2026-12-01', amount: 120_000 }]
  const facts = factsOf({ fee: 110, payments: { mode: 'gaikoin', on: '2026-12-04', payouts: [], claims } })
  expect(requestPayout(facts, wishOf({ fee: 110 }))).toEqual({
    code: null,
    amount: 10_000,
    fee: 110,
    withheld: 1_021,
    movements: [
      {
        id: 'payout',
        kind: 'payout',
        customer_id: 'member',
        store_id: 'home',
        employee_id: null,
        related_id: null,
        transfers: [{ code: 'payout_hold', debit: 'reward', credit: 'payout_hold', amount: 10_000 }],
      },
    ],
  })
})

test.each<[string, Partial<PayoutFacts>, number]>([
  ['all that can be paid out', {}, 50_000],
  ['as much of it as may leave at once', { max: 30_000 }, 30_000],
])('no amount is %s', (_, change, amount) => {
  expect(requestPayout(factsOf(change), wishOf({ amount: null }))).toMatchObject({ amount })
})

describe('nothing is put aside', () => {
  test.each<[string, Partial<PayoutFacts>, Partial<PayoutWish>, object]>([
    ['for who is suspended or left', { is_stopped: true }, {}, { code: 'AUTH_SUSPENDED' }],
    ['for who invites no one', { is_affiliator: false }, {}, { code: 'NOT_AFFILIATOR' }],
    ['before the documents were checked', { kyc_status: 'pending' }, {}, { code: 'KYC_REQUIRED' }],
    ['without a birthday', { date_of_birth: null }, {}, { code: 'PAYOUT_MINOR' }],
    [
      'on the day before the eighteenth birthday',
      { date_of_birth: '2008-11-30' },
      {},
      { code: 'PAYOUT_MINOR' },
    ],
    [
      'on 28 February for who was born on the 29th',
      { date_of_birth: '2008-02-29', today: '2026-02-28' },
      {},
      { code: 'PAYOUT_MINOR' },
    ],
    ['while the member owes the brand', { receivable: 1 }, {}, { code: 'DEBT_OPEN' }],
    ['while head office has stopped it', { are_stopped: true }, {}, { code: 'PAYOUT_STOPPED' }],
    ['while the books do not balance', { are_frozen: true }, {}, { code: 'PAYOUT_FROZEN' }],
    [
      'to an account that is looked at',
      { method: { review: 'pending', is_stopped: false } },
      {},
      { code: 'PAYOUT_METHOD_REVIEW' },
    ],
    [
      'to an account that was refused',
      { method: { review: 'refused', is_stopped: false } },
      {},
      { code: 'PAYOUT_METHOD_TROUBLE' },
    ],
    [
      'to an account that was stopped',
      { method: { review: null, is_stopped: true } },
      {},
      { code: 'PAYOUT_METHOD_TROUBLE' },
    ],
    ['beside one that is on its way', { has_open: true }, {}, { code: 'PAYOUT_PENDING' }],
    [
      'while more came back of rewards than was left',
      { reward_confirmed: -300, reward: 300 },
      {},
      { code: 'REWARD_CARRIED', n: 300 },
    ],
    ['below the least', {}, { amount: 999 }, { code: 'PAYOUT_BELOW_MIN', n: 1_000 }],
    [
      'below the least of the end of a month',
      { auto_min: 2_000 },
      { amount: 1_999, automatic: true },
      { code: 'PAYOUT_BELOW_MIN', n: 2_000 },
    ],
    ['above the most', {}, { amount: 300_001 }, { code: 'PAYOUT_ABOVE_MAX', n: 300_000 }],
    ['above what there is', {}, { amount: 50_001 }, { code: 'PAYOUT_EXCEEDS' }],
    ['at another fee than was shown', { fee: 110 }, {}, { code: 'PAYOUT_QUOTE' }],
    ['at another tax than was shown', {}, { withheld: 1 }, { code: 'PAYOUT_QUOTE' }],
    [
      'for a fee that takes all of it',
      { fee: 1_000 },
      { amount: 1_000, fee: 1_000 },
      { code: 'PAYOUT_QUOTE' },
    ],
    [
      'before the member showed who they are',
      {},
      { is_proven: false },
      { code: 'STEP_UP_REQUIRED', again: true },
    ],
  ])('%s', (_, facts, wish, refusal) => {
    expect(requestPayout(factsOf(facts), wishOf(wish))).toEqual(refusal)
  })

  test('at the end of a month it has a least of its own', () => {
    expect(requestPayout(factsOf(), wishOf({ amount: 1, automatic: true }))).toMatchObject({ amount: 1 })
  })

  test.each([
    ['on the eighteenth birthday it is', '2008-11-29', '2026-11-29'],
    ['on 1 March for who was born on 29 February it is', '2008-02-29', '2026-03-01'],
  ])('%s', (_, date_of_birth, today) => {
    expect(requestPayout(factsOf({ date_of_birth, today }), wishOf()).code).toBeNull()
  })
})

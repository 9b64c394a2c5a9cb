import { expect, test } from 'vitest'
import type { Payout } from './payout.ts'
import { type PayoutResult, type PayoutResultsFacts, recordPayoutResults } from './record-results.ts'

const row = (id: string, change: Partial<Payout> = {}): Payout => ({
  id,
  reference: Number(id),
  user_id: `member ${id}`,
  amount: 200_000,
  withheld: 8_168,
  status: 'exported',
  failure: null,
  is_recalled: false,
  is_past_cutoff: true,
  is_own: false,
  ...change,
})
const said = (outcomes: Record<string, string>): PayoutResult[] =>
  Object.entries(outcomes).map(([payout_id, outcome]) => ({
    payout_id,
    outcome,
    transaction_id: `movement ${payout_id}`,
  }))
const decide = (
  payouts: readonly Payout[],
  results: readonly PayoutResult[],
  { is_file = true, ...change }: Partial<PayoutResultsFacts> & { is_file?: boolean } = {},
) =>
  recordPayoutResults(
    { is_entitled: true, payouts, home_store: 'home', ...change },
    { actor_id: 'accountant', results, is_file },
  )

test('what was paid leaves less its tax, and what was not comes back whole', () => {
  expect(decide([row('1'), row('2')], said({ 1: 'paid', 2: 'closed' }))).toMatchObject({
    code: null,
    movements: [
      {
        id: 'movement 1',
        employee_id: 'accountant',
        related_id: '1',
        transfers: [
          { debit: 'payout_hold', credit: 'bank_clearing', amount: 191_832 },
          { debit: 'payout_hold', credit: 'withholding', amount: 8_168 },
        ],
      },
      {
        id: 'movement 2',
        related_id: '2',
        transfers: [{ debit: 'payout_hold', credit: 'reward', amount: 200_000 }],
      },
    ],
  })
})

const paid: Partial<Payout> = { status: 'paid' }
const closed: Partial<Payout> = { status: 'failed', failure: 'closed' }

test('what was said before may be said again, also of the own, and moves nothing', () => {
  const again = decide(
    [row('1', { ...paid, is_own: true }), row('2', closed), row('3')],
    said({ 1: 'paid', 2: 'closed', 3: 'paid' }),
  )
  expect(again).toMatchObject({ code: null, movements: [{ related_id: '3' }] })
})

test.each<[string, Payout[], PayoutResult[], Parameters<typeof decide>[2], object]>([
  [
    'by those who do not look after payouts',
    [],
    said({ 1: 'paid' }),
    { is_entitled: false },
    { code: 'FORBIDDEN' },
  ],
  ['of one that is in another file', [row('1')], said({ 1: 'paid', 2: 'paid' }), {}, { code: 'NOT_FOUND' }],
  ['of one twice', [row('1')], [...said({ 1: 'paid' }), ...said({ 1: 'closed' })], {}, { code: 'NOT_FOUND' }],
  [
    'where it was said otherwise before',
    [row('4', closed), row('3', paid), row('1', { is_own: true })],
    said({ 4: 'paid', 3: 'closed', 1: 'closed' }),
    {},
    { code: 'PAYOUT_FILE_CONFLICT', n: 3 },
  ],
  [
    'where it failed for another reason',
    [row('4', closed)],
    said({ 4: 'other' }),
    {},
    { code: 'PAYOUT_FILE_CONFLICT', n: 4 },
  ],
  [
    'that the own did not arrive',
    [row('1', { is_own: true })],
    said({ 1: 'closed' }),
    {},
    { code: 'PAYOUT_SELF' },
  ],
  [
    'by hand of the own',
    [row('1', { is_own: true })],
    said({ 1: 'paid' }),
    { is_file: false },
    { code: 'PAYOUT_SELF' },
  ],
])('nothing is taken %s', (_, payouts, results, change, refusal) => {
  expect(decide(payouts, results, change)).toEqual(refusal)
})

test('the bank may say of the own that it was paid', () => {
  expect(decide([row('1', { is_own: true })], said({ 1: 'paid' }))).toMatchObject({ code: null })
})

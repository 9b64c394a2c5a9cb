import { describe, expect, test } from 'vitest'
import { approvePayouts, type ApprovePayoutsFacts } from './approve-payouts.ts'

type Row = ApprovePayoutsFacts['payouts'][number]
const row = (reference: number, change: Partial<Row> = {}): Row => ({
  id: `payout ${String(reference)}`,
  reference,
  user_id: 'member',
  amount: 3_000,
  withheld: 0,
  status: 'requested',
  failure: null,
  is_recalled: false,
  is_past_cutoff: false,
  is_own: false,
  is_suspended: false,
  kyc_status: 'approved',
  is_stopped: false,
  receivable: 0,
  reward: 0,
  reward_confirmed: 0,
  holder_kana: 'ミホン',
  kyc_name_kana: 'ミホン',
  ...change,
})
const decide = (
  payouts: readonly Row[],
  change: Partial<ApprovePayoutsFacts> = {},
  ids: readonly string[] = payouts.map(({ id }) => id),
) =>
  approvePayouts(
    { is_entitled: true, payouts, are_frozen: false, ...change },
    ids,
    ({ holder_kana, kyc_name_kana }) => holder_kana === kyc_name_kana,
  )

test('requests are approved together, also past their cut-off', () => {
  expect(decide([row(1), row(2, { is_past_cutoff: true })])).toEqual({ code: null })
})

describe('none is approved', () => {
  test.each<[string, Partial<Row>, string]>([
    ['where one is the own', { is_own: true, status: 'approved' }, 'PAYOUT_SELF'],
    ['where one is approved', { status: 'approved', kyc_status: 'expired' }, 'PAYOUT_STATE'],
    ['where one was taken back', { status: 'canceled' }, 'PAYOUT_STATE'],
    ['where one may be paid no more', { kyc_status: 'expired' }, 'PAYOUT_HELD'],
    ['where one owes something', { receivable: 1 }, 'PAYOUT_HELD'],
    ['where one was taken back of in the meantime', { reward_confirmed: -1 }, 'PAYOUT_HELD'],
    ['where one goes to an account of another name', { holder_kana: 'ミホンイチ' }, 'PAYOUT_HELD'],
  ])('%s, which is named', (_, change, code) => {
    expect(decide([row(1), row(2, change), row(3)])).toEqual({ code, n: 2 })
  })

  test('by those who do not look after payouts', () => {
    expect(decide([row(1, { is_own: true })], { is_entitled: false })).toEqual({ code: 'FORBIDDEN' })
  })

  test('where one is none', () => {
    expect(decide([row(1)], { are_frozen: true }, ['payout 1', 'another'])).toEqual({ code: 'NOT_FOUND' })
    // What stands against one that there is comes first.
    expect(decide([row(1, { is_own: true })], {}, ['payout 1', 'another'])).toEqual({
      code: 'PAYOUT_SELF',
      n: 1,
    })
  })

  test('while the books do not balance, before names are compared', () => {
    expect(decide([row(1, { holder_kana: 'ミホンイチ' })], { are_frozen: true })).toEqual({
      code: 'PAYOUT_FROZEN',
    })
  })

  test('and of several names that differ the first request is named', () => {
    const other = { holder_kana: 'ミホンイチ' }
    expect(decide([row(9, other), row(4, other)])).toEqual({ code: 'PAYOUT_HELD', n: 4 })
  })
})

import { describe, expect, test } from 'vitest'
import {
  exportPayouts,
  type ExportPayoutsFacts,
  type PayoutLine,
  takePayouts,
  type WaitingPayout,
  withheldOfLines,
} from './export-payouts.ts'

describe('a file takes', () => {
  const row = (id: string, change: Partial<WaitingPayout> = {}): WaitingPayout => ({
    id,
    reference: 1,
    user_id: 'member',
    amount: 3_000,
    withheld: 0,
    status: 'approved',
    failure: null,
    is_recalled: false,
    is_past_cutoff: true,
    is_own: false,
    is_suspended: false,
    kyc_status: 'approved',
    is_stopped: false,
    receivable: 0,
    reward: 0,
    reward_confirmed: 0,
    holder_kana: 'ミホン',
    kyc_name_kana: 'ミホン',
    is_approver: false,
    is_linked: false,
    ...change,
  })
  const take = (payouts: readonly WaitingPayout[], are_frozen = false) => {
    const taken = takePayouts(
      { are_frozen, payouts },
      ({ holder_kana, kyc_name_kana }) => holder_kana === kyc_name_kana,
    )
    return taken.code === null ? taken.payouts.map(({ id }) => id) : taken.code
  }
  const ownHand = { is_approver: true, is_linked: true }

  test.each<[string, Partial<WaitingPayout>]>([
    ['what the same person approved', ownHand],
    ['what the same hand approved', { is_linked: true }],
    ['the own', { is_own: true }],
    ['one whose documents have ended', { kyc_status: 'expired' }],
    ['one of a member who owes a yen', { receivable: 1 }],
    ['what was taken back since', { reward_confirmed: -1 }],
    ['one whose name reads otherwise', { holder_kana: 'ミホンイチ' }],
  ])('all but %s', (_, change) => {
    expect(take([row('1'), row('2', change), row('3')])).toEqual(['1', '3'])
  })

  test.each<[string, readonly WaitingPayout[], boolean, string]>([
    ['while the books do not balance', [row('1')], true, 'PAYOUT_FROZEN'],
    ['where nothing is approved', [], false, 'PAYOUT_NONE'],
    ['where all wait for their members', [row('1', { receivable: 1 })], false, 'PAYOUT_NONE'],
    [
      'where the person approved one',
      [row('1', { is_linked: true }), row('2', ownHand)],
      false,
      'PAYOUT_SAME_PERSON',
    ],
    ['where the same hand approved one', [row('1', { is_linked: true })], false, 'APPROVAL_LINKED'],
  ])('none %s', (_, payouts, are_frozen, code) => {
    expect(take(payouts, are_frozen)).toBe(code)
  })
})

describe('a file is written down', () => {
  const first: PayoutLine = {
    id: 'first',
    amount: 150_000,
    fee: 330,
    payments: { mode: 'gaikoin', on: '2026-12-04', payouts: [], claims: [] },
  }
  const second: PayoutLine = { ...first, id: 'second', amount: 140_000 }
  const facts: ExportPayoutsFacts = { is_entitled: true, are_frozen: false, lines: [first, second] }
  const lines = [
    { id: 'first', withheld: 3_063 },
    { id: 'second', withheld: 2_042 },
  ]
  const file = { lines, total: 290_000 - 660 - 5_105 }

  test('with the tax of each line by the month of its payment', () => {
    expect(withheldOfLines(facts.lines)).toEqual(lines)
    expect(exportPayouts(facts, file)).toEqual({ code: null })
  })

  test.each<[string, Partial<ExportPayoutsFacts>, Partial<typeof file>, string]>([
    ['by those who do not look after payouts', { is_entitled: false, are_frozen: true }, {}, 'FORBIDDEN'],
    ['while the books do not balance', { are_frozen: true, lines: [] }, {}, 'PAYOUT_FROZEN'],
    [
      'where a month has changed',
      { lines: [first, { ...second, payments: { ...first.payments, mode: 'none' } }] },
      {},
      'CONFLICT',
    ],
    [
      'where two lines say what the other leaves out',
      {},
      {
        lines: [
          { id: 'first', withheld: 2_042 },
          { id: 'second', withheld: 3_063 },
        ],
      },
      'CONFLICT',
    ],
    ['where a line is none any more', { lines: [first] }, {}, 'CONFLICT'],
    ['where the lines come to another sum', {}, { total: file.total + 1 }, 'CONFLICT'],
  ])('but not %s', (_, change, other, code) => {
    expect(exportPayouts({ ...facts, ...change }, { ...file, ...other })).toEqual({ code })
  })
})

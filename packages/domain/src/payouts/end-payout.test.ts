import { describe, expect, test } from 'vitest'
import { together } from '../testing/together.ts'
import { cancelPayout, type EndPayoutFacts, recallPayout } from './end-payout.ts'
import type { Payout } from './payout.ts'

const payout: Payout = {
  id: 'payout',
  reference: 7,
  user_id: 'member',
  amount: 3_000,
  withheld: 0,
  status: 'requested',
  failure: null,
  is_recalled: false,
  is_past_cutoff: false,
  is_own: false,
}
const facts: EndPayoutFacts = { is_entitled: true, payout, home_store: 'home' }
type Case = [string, Partial<EndPayoutFacts>, object]
const of = (change: Partial<Payout>): Partial<EndPayoutFacts> => ({ payout: { ...payout, ...change } })

describe('a request', () => {
  const byMember = (change: Partial<EndPayoutFacts>) =>
    cancelPayout({ ...facts, ...change }, { return_id: 'return', member_id: 'member', actor_id: null })
  const byStaff = (change: Partial<EndPayoutFacts>) =>
    cancelPayout({ ...facts, ...change }, { return_id: 'return', member_id: null, actor_id: 'accountant' })
  const back = (employee_id: string | null) => ({
    code: null,
    movements: [
      {
        id: 'return',
        customer_id: 'member',
        employee_id,
        related_id: 'payout',
        transfers: [{ debit: 'payout_hold', credit: 'reward', amount: 3_000 }],
      },
    ],
  })

  test('is taken back whole', () => {
    expect(byMember({ is_entitled: false })).toMatchObject(back(null))
    expect(byStaff({})).toMatchObject(back('accountant'))
    expect(byStaff(of({ status: 'approved', is_past_cutoff: true }))).toMatchObject(back('accountant'))
  })

  test('that was taken back moves nothing once more', () => {
    for (const decide of [byMember, byStaff])
      expect(decide(of({ status: 'canceled', is_past_cutoff: true }))).toEqual({ code: null, movements: [] })
  })

  test.each<Case>([
    ['that is none of theirs', { payout: null }, { code: 'TXN_NOT_FOUND' }],
    ['after the cut-off', of({ is_past_cutoff: true }), { code: 'PAYOUT_CANCEL_CLOSED' }],
    ['that is approved', of({ status: 'approved' }), { code: 'PAYOUT_CANCEL_CLOSED' }],
    ['that is with the bank', of({ status: 'exported' }), { code: 'PAYOUT_CANCEL_CLOSED' }],
  ])('is not taken back by its member %s', (_, change, refusal) => {
    expect(byMember(change)).toEqual(refusal)
  })

  test.each<Case>([
    ['that there is not', { payout: null, is_entitled: false }, { code: 'TXN_NOT_FOUND' }],
    [
      'by those who do not look after payouts',
      { is_entitled: false, ...of({ status: 'canceled' }) },
      { code: 'FORBIDDEN' },
    ],
    ['that is with the bank', of({ status: 'exported' }), { code: 'PAYOUT_STATE' }],
    ['that was paid', of({ status: 'paid' }), { code: 'PAYOUT_STATE' }],
    ['that failed', of({ status: 'failed' }), { code: 'PAYOUT_STATE' }],
  ])('is not taken back by staff %s', (_, change, refusal) => {
    expect(byStaff(change)).toEqual(refusal)
  })
})

describe('what the bank had paid', () => {
  const paid = of({ status: 'paid', amount: 200_000, withheld: 8_168 })
  const decide = (change: Partial<EndPayoutFacts>) =>
    recallPayout(
      { ...facts, ...paid, ...change },
      { return_id: 'return', actor_id: 'accountant', failure: 'closed' },
    )

  test('comes back whole, with what was withheld of it', () => {
    expect(decide({})).toMatchObject({
      code: null,
      movements: [
        {
          id: 'return',
          related_id: 'payout',
          transfers: [
            { debit: 'bank_clearing', credit: 'reward', amount: 191_832 },
            { debit: 'withholding', credit: 'reward', amount: 8_168 },
          ],
        },
      ],
    })
  })

  const recalled: Partial<Payout> = { status: 'failed', failure: 'closed', is_recalled: true }
  test('and a second time for the same reason moves nothing', () => {
    expect(decide(of(recalled))).toEqual({ code: null, movements: [] })
  })

  const reasons: [string, Partial<EndPayoutFacts>, Partial<Payout>, object][] = [
    ['by those who do not look after payouts', { is_entitled: false }, {}, { code: 'FORBIDDEN' }],
    ['where there is none', { payout: null }, {}, { code: 'NOT_FOUND' }],
    ['by whose it is', {}, { is_own: true }, { code: 'PAYOUT_SELF' }],
    ['before the bank has answered', {}, { status: 'exported' }, { code: 'PAYOUT_STATE' }],
  ]
  test.each(reasons.map((reason, at) => [reason[0], reason[3], reasons.slice(at)] as const))(
    'is not called back %s, no matter what comes after that',
    (_, refusal, later) => {
      const change = together(later.map((one) => one[1]))
      const row = { ...payout, ...together(later.map((one) => one[2])) }
      expect(decide({ payout: row, ...change })).toEqual(refusal)
    },
  )

  test.each<[string, Partial<Payout>]>([
    ['for another reason once more', { ...recalled, failure: 'other' }],
    ['where it failed at once', { status: 'failed', failure: 'closed' }],
  ])('is not called back %s', (_, change) => {
    expect(decide(of(change))).toEqual({ code: 'PAYOUT_STATE' })
  })
})

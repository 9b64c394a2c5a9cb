import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { together } from '../testing/together.ts'
import {
  approveCashout,
  type ApproveCashoutFacts,
  declineCashout,
  type DeclineCashoutFacts,
  requestCashout,
  type RequestCashoutFacts,
} from './cash-out.ts'
import { type HalfYear, quotaOf } from './quota.ts'

describe('the quota of a half-year', () => {
  test.each<[string, HalfYear, { most: number; remaining: number }]>([
    [
      'is a fifth of what the half-year before issued',
      { issued: 1_000_000, unused: 3_999_999, repaid: 0 },
      { most: 200_000, remaining: 200_000 },
    ],
    [
      'or a twentieth of what it left unused, where that is more',
      { issued: 1_000_000, unused: 4_000_020, repaid: 0 },
      { most: 200_001, remaining: 200_001 },
    ],
    ['cut off', { issued: 9, unused: 0, repaid: 0 }, { most: 1, remaining: 1 }],
    ['cut off of what is unused as well', { issued: 0, unused: 39, repaid: 0 }, { most: 1, remaining: 1 }],
    [
      'less what was paid back',
      { issued: 1_000_000, unused: 0, repaid: 150_000 },
      { most: 200_000, remaining: 50_000 },
    ],
    [
      'of which nothing is left where other reasons have passed it',
      { issued: 1_000_000, unused: 0, repaid: 200_001 },
      { most: 200_000, remaining: 0 },
    ],
    ['and nothing at first', { issued: 0, unused: 0, repaid: 0 }, { most: 0, remaining: 0 }],
  ])('%s', (_, halfYear, quota) => {
    expect(quotaOf(halfYear)).toEqual(quota)
  })
})

const [byAccountant, byOwner] = [accessOf(personOf('accounting')), accessOf(personOf('owner'))]
const leave: ApproveCashoutFacts['leave'] = {
  are_frozen: false,
  is_suspended: false,
  receivable: 0,
  balance_paid: 5_000,
  half_year: null,
}
const halfYear: HalfYear = { issued: 10_000, unused: 0, repaid: 0 }
/** Why balance stays, no matter at which step it is asked. */
const kept: [string, Partial<typeof leave>, { code: string; n?: number }][] = [
  ['while the books are looked into', { are_frozen: true }, { code: 'PAYOUT_FROZEN' }],
  ['of a member who is suspended', { is_suspended: true }, { code: 'CASHOUT_HELD' }],
  ['of a member who owes a yen', { receivable: 1 }, { code: 'CASHOUT_HELD' }],
  ['that is not there any more', { balance_paid: 1_999 }, { code: 'CASHOUT_ABOVE_BALANCE', n: 1_999 }],
  [
    'a yen beyond the quota',
    { half_year: { ...halfYear, repaid: 1 } },
    { code: 'PREPAID_CASHOUT_PROHIBITED' },
  ],
]

describe('a request for a cash-out', () => {
  const facts: RequestCashoutFacts = { leave, access: byAccountant, is_waiting: false }
  const decide = (change: Partial<RequestCashoutFacts>, amount: number = 2_000) =>
    requestCashout({ ...facts, ...change }, { amount })

  const refusals: [string, Partial<RequestCashoutFacts>, { code: string; n?: number }][] = [
    ['of a person without a wallet', { leave: null }, { code: 'NOT_FOUND' }],
    [
      'by an employee of a shop',
      { access: accessOf(personOf('manager'), { is_own: true }) },
      { code: 'FORBIDDEN' },
    ],
    ['to themself', { access: { ...byAccountant, is_own: true } }, { code: 'CASHOUT_SELF' }],
    ['beside one that waits', { is_waiting: true }, { code: 'CASHOUT_WAITING' }],
    ...kept.map(([name, change, refusal]): (typeof refusals)[number] => [
      name,
      { leave: { ...leave, ...change } },
      refusal,
    ]),
  ]

  test.each(refusals)('is none %s', (_, change, refusal) => {
    expect(decide(change)).toEqual(refusal)
  })

  test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
    'is none %s, no matter what comes after that',
    (_, reasons) => {
      expect(decide(together(reasons.map((one) => one[1])))).toMatchObject({ code: reasons[0]![2].code })
    },
  )

  test.each(kept.map(([name], at) => [name, kept.slice(at)] as const))(
    'leaves balance %s, no matter what comes after that',
    (_, reasons) => {
      const change = together(reasons.map((one) => one[1]))
      expect(decide({ leave: { ...leave, ...change } })).toMatchObject({ code: reasons[0]![2].code })
    },
  )

  test('takes all that there is, up to the quota where that is the reason', () => {
    expect(decide({}, 5_000)).toEqual({ code: null })
    expect(decide({}, 5_001)).toEqual({ code: 'CASHOUT_ABOVE_BALANCE', n: 5_000 })
    expect(decide({ leave: { ...leave, half_year: halfYear } }, 2_000)).toEqual({ code: null })
  })
})

describe('the agreement to a cash-out', () => {
  const cashout: NonNullable<ApproveCashoutFacts['cashout']> = {
    id: 'cash-out',
    user_id: 'member',
    amount: 2_000,
    reason: 'relocation',
    way: 'bank',
    note: '海外への転居',
    status: 'requested',
    requested_by: 'accountant',
    decided_by: null,
  }
  const facts: ApproveCashoutFacts = {
    access: byOwner,
    cashout,
    leave,
    is_linked: false,
    home_store: 'home',
  }
  const decide = (change: Partial<ApproveCashoutFacts>, is_proven = true) =>
    approveCashout({ ...facts, ...change }, { actor_id: 'owner', is_proven })

  test('takes paid balance alone, by two people, with the reason in words', () => {
    expect(decide({})).toEqual({
      code: null,
      movements: [
        {
          id: 'cash-out',
          kind: 'prepaid_cashout',
          customer_id: 'member',
          store_id: 'home',
          employee_id: 'accountant',
          approved_by: 'owner',
          reason: '海外への転居',
          spent_total: 2_000,
          transfers: [{ code: 'prepaid_cashout', debit: 'balance_paid', credit: 'bank', amount: 2_000 }],
        },
      ],
    })
    expect(decide({ cashout: { ...cashout, way: 'cash' } })).toMatchObject({
      movements: [{ transfers: [{ debit: 'balance_paid', credit: 'cash_office' }] }],
    })
  })

  const paid = { ...cashout, status: 'paid', decided_by: 'another owner' } as const
  const refusals: [string, Partial<ApproveCashoutFacts>, { code: string; n?: number }][] = [
    ['of an employee who is no owner', { access: { ...byAccountant, is_own: true } }, { code: 'FORBIDDEN' }],
    ['to none', { cashout: null }, { code: 'NOT_FOUND' }],
    ['to what another owner agreed to', { cashout: paid }, { code: 'CONFLICT' }],
    [
      'to what was taken back',
      { cashout: { ...paid, status: 'withdrawn', decided_by: 'accountant' } },
      { code: 'CONFLICT' },
    ],
    ['of the owner who asked', { cashout: { ...cashout, requested_by: 'owner' } }, { code: 'APPROVAL_OWN' }],
    ['in the hand that asked', { is_linked: true }, { code: 'APPROVAL_LINKED' }],
    ['to their own', { access: { ...byOwner, is_own: true } }, { code: 'CASHOUT_SELF' }],
    ...kept.map(([name, change, refusal]): (typeof refusals)[number] => [
      `to balance ${name}`,
      { leave: { ...leave, ...change } },
      refusal,
    ]),
  ]

  test.each(refusals)('is none %s', (_, change, refusal) => {
    expect(decide(change)).toEqual(refusal)
    // The proof is asked for last: no refusal waits for it.
    expect(decide(change, false)).toEqual(refusal)
  })

  test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
    'is none %s, no matter what comes after that',
    (_, reasons) => {
      expect(decide(together(reasons.map((one) => one[1])))).toMatchObject({ code: reasons[0]![2].code })
    },
  )

  test('waits for the proof of who agrees, and leaves no trace until then', () => {
    expect(decide({}, false)).toEqual({ code: 'STEP_UP_REQUIRED', again: true })
  })

  test('moves nothing once more, with or without a proof', () => {
    const done = { cashout: { ...paid, decided_by: 'owner' } }
    expect(decide(done)).toEqual({ code: null, movements: [] })
    expect(decide({ ...done, leave: { ...leave, are_frozen: true } }, false)).toEqual({
      code: null,
      movements: [],
    })
  })
})

describe('a request that is not agreed to', () => {
  const asked = { status: 'requested', requested_by: 'accountant', decided_by: null } as const
  const facts: DeclineCashoutFacts = { access: byAccountant, cashout: asked }
  const decide = (change: Partial<DeclineCashoutFacts>, actor_id: string) =>
    declineCashout({ ...facts, ...change }, { actor_id })
  const withdrawn = { ...asked, status: 'withdrawn', decided_by: 'accountant' } as const
  const rejected = { ...asked, status: 'rejected', decided_by: 'owner' } as const

  test.each<[string, Partial<DeclineCashoutFacts>, string, object]>([
    ['is taken back by who asked', {}, 'accountant', { code: null, status: 'withdrawn' }],
    ['is refused by an owner', { access: byOwner }, 'owner', { code: null, status: 'rejected' }],
    ['is refused by no colleague', {}, 'colleague', { code: 'FORBIDDEN' }],
    [
      'is no matter of a shop',
      { access: accessOf(personOf('manager')) },
      'accountant',
      { code: 'FORBIDDEN' },
    ],
    ['is there', { cashout: null }, 'accountant', { code: 'NOT_FOUND' }],
    ['is taken back once', { cashout: withdrawn }, 'accountant', { code: null, status: 'withdrawn' }],
    ['is refused once', { cashout: rejected, access: byOwner }, 'owner', { code: null, status: 'rejected' }],
    ['is not taken back after it was refused', { cashout: rejected }, 'accountant', { code: 'CONFLICT' }],
    [
      'is not refused after it was taken back',
      { cashout: withdrawn, access: byOwner },
      'owner',
      { code: 'CONFLICT' },
    ],
    [
      'is not taken back after it was paid',
      { cashout: { ...asked, status: 'paid', decided_by: 'owner' } },
      'accountant',
      { code: 'CONFLICT' },
    ],
  ])('%s', (_, change, actor_id, answer) => {
    expect(decide(change, actor_id)).toEqual(answer)
  })
})

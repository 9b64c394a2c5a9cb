import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { usedCode } from '../testing/used-code.ts'
import { dayBeyondLine } from '../testing/cash-day.ts'
import { type CardChargeFacts, chargeCard } from './charge-card.ts'
import { type CashChargeFacts, type CashChargeWish, chargeCash } from './charge-cash.ts'
import { takeBackCharge, type TakeBackChargeFacts } from './take-back-charge.ts'

const member = {
  today: '2026-11-21',
  date_of_birth: '1990-01-01',
  balance: 0,
  pending: 0,
  charged_month: 0,
  limits: { topup_min: 500, topup_max: 30_000, balance_max: 100_000, topup_minor_month_max: 5_000 },
  is_stopped: false,
}

describe('a charge in cash', () => {
  const access = accessOf(personOf('register'))
  const facts: CashChargeFacts = {
    ...member,
    access,
    codes: [],
    has_wallet: true,
    verified: true,
    cash_day: { ...dayBeyondLine, paid: 0 },
  }
  const wish: CashChargeWish = {
    transaction_id: 'charge',
    actor_id: 'clerk',
    customer_id: 'member',
    code_id: 'code',
    store_id: 'shop',
    register_id: 'register',
    amount: 5_000,
    cash_tendered: 10_000,
  }

  test('puts what was asked on the balance; the change is no movement', () => {
    expect(chargeCash(facts, wish)).toEqual({
      code: null,
      movements: [
        {
          id: 'charge',
          kind: 'charge',
          customer_id: 'member',
          store_id: 'shop',
          register_id: 'register',
          employee_id: 'clerk',
          pay_code_id: 'code',
          cash_tendered: 10_000,
          transfers: [{ code: 'charge', debit: 'drawer', credit: 'balance_paid', amount: 5_000 }],
        },
      ],
    })
  })

  const minor = { date_of_birth: '2008-11-22' }
  test.each<[string, Partial<CashChargeFacts>, Partial<CashChargeWish>, object]>([
    [
      'of an employee without the right',
      { access: accessOf(personOf('accounting')) },
      {},
      { code: 'FORBIDDEN' },
    ],
    [
      'of an owner, who serves at no register',
      { access: accessOf(personOf('owner')) },
      {},
      { code: 'FORBIDDEN' },
    ],
    [
      'of an employee of another shop',
      { access: accessOf(personOf('register', 'other', { store_id: 'elsewhere' })) },
      {},
      { code: 'FORBIDDEN' },
    ],
    ['by a code that was used', { codes: [usedCode] }, {}, { code: 'QR_ALREADY_USED' }],
    [
      'at a register of another shop',
      { access: { ...access, is_register_here: false } },
      {},
      { code: 'NOT_FOUND' },
    ],
    ['to a person without a wallet', { has_wallet: false }, {}, { code: 'NOT_FOUND' }],
    ['to their own account', { access: { ...access, is_own: true } }, {}, { code: 'SELF_DEALING' }],
    ['to a member who is suspended', { is_stopped: true }, {}, { code: 'CUSTOMER_SUSPENDED' }],
    ['to a person who is not verified', { verified: false }, {}, { code: 'MEMBER_UNVERIFIED' }],
    ['of 499 yen', {}, { amount: 499 }, { code: 'TOPUP_RANGE', n: 500, m: 30_000 }],
    ['of 30,001 yen', {}, { amount: 30_001 }, { code: 'TOPUP_RANGE', n: 500, m: 30_000 }],
    ['for less than it comes to', {}, { cash_tendered: 4_999 }, { code: 'TENDERED_SHORT' }],
    [
      'beyond the month of a minor, on the day before the eighteenth birthday',
      { ...minor, charged_month: 1 },
      {},
      { code: 'TOPUP_MINOR_LIMIT', n: 5_000 },
    ],
    [
      'beyond it by a card that is under way',
      { ...minor, pending: 1 },
      {},
      { code: 'TOPUP_MINOR_LIMIT', n: 5_000 },
    ],
    ['beyond what a member may hold', { balance: 95_001 }, {}, { code: 'BALANCE_LIMIT', n: 100_000 }],
    [
      'beyond the line of the law without proof of who pays',
      { cash_day: dayBeyondLine },
      {},
      { code: 'CASH_KYC_REQUIRED' },
    ],
  ])('and none %s', (_, change, asked, refusal) => {
    expect(chargeCash({ ...facts, ...change }, { ...wish, ...asked })).toEqual(refusal)
  })

  test.each<[string, Partial<CashChargeFacts>, Partial<CashChargeWish>]>([
    ['500 yen', {}, { amount: 500 }],
    ['30,000 yen', {}, { amount: 30_000, cash_tendered: 30_000 }],
    ['a minor up to the limit of the month', minor, {}],
    ['a person of eighteen from the birthday on', { date_of_birth: '2008-11-21', charged_month: 9_000 }, {}],
    ['up to what a member may hold', { balance: 95_000 }, {}],
  ])('but %s', (_, change, asked) => {
    expect(chargeCash({ ...facts, ...change }, { ...wish, ...asked }).code).toBeNull()
  })
})

describe('the taking back of a charge in cash', () => {
  const facts: TakeBackChargeFacts = {
    charge: { id: 'charge', customer_id: 'member', store_id: 'shop', register_id: 'register', amount: 5_000 },
    people: {
      ...accessOf(personOf('register')),
      taker_id: 'register',
      is_actor_independent: false,
      is_approver_independent: true,
    },
    is_taken_back: false,
    is_of_today: true,
    register_max: 5_000,
    balance_paid: 5_000,
  }
  const decide = (
    change: Partial<TakeBackChargeFacts>,
    people: Partial<TakeBackChargeFacts['people']> = {},
  ) =>
    takeBackCharge(
      { ...facts, ...change, people: { ...facts.people, ...people } },
      {
        transaction_id: 'back',
        actor_id: 'clerk',
        approved_by: null,
        register_id: null,
        reason: '打ち間違い',
      },
    )

  test('brings the balance back into the drawer, at the register where it was taken', () => {
    expect(decide({})).toMatchObject({
      code: null,
      movements: [
        {
          id: 'back',
          related_id: 'charge',
          register_id: 'register',
          transfers: [{ code: 'take_back_charge', debit: 'balance_paid', credit: 'drawer', amount: 5_000 }],
        },
      ],
    })
  })

  const large = { register_max: 4_999 }
  test.each<[string, Partial<TakeBackChargeFacts>, Partial<TakeBackChargeFacts['people']>, object]>([
    ['of none', { charge: null }, {}, { code: 'TXN_NOT_FOUND', again: true }],
    ['by an employee without the right', {}, { actor: personOf('accounting') }, { code: 'FORBIDDEN' }],
    [
      'with a person of another shop',
      {},
      { approver: personOf('manager', 'other', { store_id: 'elsewhere' }) },
      { code: 'FORBIDDEN' },
    ],
    [
      'with a person of the same hand',
      {},
      { approver: personOf('manager'), are_independent: false },
      { code: 'APPROVAL_LINKED' },
    ],
    ['of their own', {}, { is_own: true }, { code: 'SELF_DEALING' }],
    ['twice', { is_taken_back: true }, {}, { code: 'TXN_VOIDED' }],
    ['on the day after', { is_of_today: false }, {}, { code: 'TXN_CLOSED' }],
    ['that a colleague took', {}, { taker_id: 'colleague' }, { code: 'VOID_APPROVAL' }],
    ['beyond the limit of register staff', large, {}, { code: 'VOID_APPROVAL' }],
    [
      'beyond it by a manager who took it',
      large,
      { actor: personOf('manager'), taker_id: 'manager' },
      { code: 'VOID_APPROVAL' },
    ],
    ['of which 1 yen is spent', { balance_paid: 4_999 }, {}, { code: 'CHARGE_SPENT', n: 1 }],
  ])('and nothing %s', (_, change, people, refusal) => {
    expect(decide(change, people)).toEqual(refusal)
  })

  test('nor a large one by a second person who took it, or shares a hand with who did', () => {
    const approver = personOf('manager')
    for (const people of [{ taker_id: 'manager' }, { taker_id: 'colleague' }])
      expect(decide(large, { ...people, approver, is_approver_independent: false })).toEqual({
        code: 'VOID_APPROVAL',
      })
  })

  test('but what a colleague took by a manager, and a large one by a manager who did not take it', () => {
    expect(decide({}, { taker_id: 'colleague', actor: personOf('manager') }).code).toBeNull()
    expect(decide(large, { taker_id: 'colleague', approver: personOf('manager') }).code).toBeNull()
  })
})

describe('a charge by card', () => {
  const facts: CardChargeFacts = {
    ...member,
    card_ends_on: '2026-12-01',
    is_new: false,
    charged_today: 0,
    topup_new_day_max: 20_000,
  }

  test.each<[string, Partial<CardChargeFacts>, number, object]>([
    ['a card of their own', { card_ends_on: null }, 500, { code: 'NOT_FOUND' }],
    ['a card that is good', { card_ends_on: '2026-11-21' }, 500, { code: 'CARD_EXPIRED' }],
    ['at least 500 yen', {}, 499, { code: 'TOPUP_RANGE', n: 500, m: 30_000 }],
    ['an account that is not stopped', { is_stopped: true }, 500, { code: 'AUTH_SUSPENDED' }],
    [
      'a minor within the limit of the month',
      { date_of_birth: '2010-01-01', charged_month: 4_501 },
      500,
      { code: 'TOPUP_MINOR_LIMIT', n: 5_000 },
    ],
    [
      'a new member within the limit of a day',
      { is_new: true, charged_today: 19_501 },
      500,
      { code: 'TOPUP_LIMIT_DAY', n: 20_000 },
    ],
    ['room for it', { balance: 99_000, pending: 501 }, 500, { code: 'BALANCE_LIMIT', n: 100_000 }],
  ])('wants %s', (_, change, amount, refusal) => {
    expect(chargeCard({ ...facts, ...change }, amount)).toEqual(refusal)
  })

  test.each<[string, Partial<CardChargeFacts>, number]>([
    ['on the last day of the card', { card_ends_on: '2026-11-22' }, 500],
    ['of a new member up to the limit of a day', { is_new: true, charged_today: 19_500 }, 500],
    ['of a member of thirty days after much of today', { charged_today: 90_000 }, 30_000],
  ])('passes %s', (_, change, amount) => {
    expect(chargeCard({ ...facts, ...change }, amount)).toEqual({ code: null })
  })
})

import { expect, test } from 'vitest'
import { type CashCheck, type CashDay, refuseCash } from './refuse-cash.ts'

const payment = { transaction_id: 'sale', customer_id: 'member', business_date: '2026-11-21' }
const check: CashCheck = { ...payment, is_suspicious: false }

const day = (change: Partial<CashDay> = {}): CashDay => ({
  identity_over: 2_000_000,
  paid: 0,
  payment,
  checks: [],
  may_take_suspicious: false,
  ...change,
})
const suspicious = { checks: [check, { ...check, is_suspicious: true }] }

test.each<[string, CashDay | null, number, ReturnType<typeof refuseCash>]>([
  ['far from the line nothing is asked', null, 2_000_001, null],
  ['the line itself is not beyond it', day(), 2_000_000, null],
  ['a yen more is', day(), 2_000_001, 'CASH_KYC_REQUIRED'],
  ['what the day has had counts', day({ paid: 1_999_999 }), 2, 'CASH_KYC_REQUIRED'],
  ['just within it goes', day({ paid: 1_999_999 }), 1, null],
  ['the brand may ask earlier', day({ identity_over: 5_000, paid: 4_000 }), 1_001, 'CASH_KYC_REQUIRED'],
  ['and never later than the law', day({ identity_over: 9_000_000 }), 2_000_001, 'CASH_KYC_REQUIRED'],
  ['who is written down may pay', day({ checks: [check] }), 3_000_000, null],
  ['what is held for suspicious may not be taken', day(suspicious), 3_000_000, 'SUSPICIOUS_HOLD'],
  ['but by a manager', day({ ...suspicious, may_take_suspicious: true }), 3_000_000, null],
  ['a manager asks who it is, too', day({ may_take_suspicious: true }), 3_000_000, 'CASH_KYC_REQUIRED'],
  ['within the line a suspicion holds nothing', day(suspicious), 100, null],
])('%s', (_, of, more, expected) => {
  expect(refuseCash(of, more)).toBe(expected)
})

const withoutMember = { ...payment, customer_id: null }
test.each<[string, CashDay['payment'], Partial<CashCheck>, boolean]>([
  ['a check of the sale by its member covers it', payment, {}, true],
  ['on whatever day it was written', payment, { business_date: '2026-11-20' }, true],
  ['one of another sale covers all of the day', payment, { transaction_id: 'other' }, true],
  ['and not the day after', payment, { transaction_id: 'other', business_date: '2026-11-20' }, false],
  ['one of another member covers nothing', payment, { customer_id: 'other' }, false],
  ['nor does one of the sale before its member was known', payment, { customer_id: null }, false],
  ['without a member the one sale is covered', withoutMember, { customer_id: null }, true],
  ['and no other of the day', withoutMember, { customer_id: null, transaction_id: 'other' }, false],
  ['also not by what a member had written down', withoutMember, {}, false],
])('%s', (_, of, change, isCovered) => {
  const refusals = [false, true].map((is_suspicious) =>
    refuseCash(day({ payment: of, checks: [{ ...check, ...change, is_suspicious }] }), 3_000_000),
  )
  const unknown = 'CASH_KYC_REQUIRED'
  expect(refusals).toEqual(isCovered ? [null, 'SUSPICIOUS_HOLD'] : [unknown, unknown])
})

test('a suspicion of another payment holds nothing', () => {
  const ofOther = { ...check, customer_id: 'other', is_suspicious: true }
  expect(refuseCash(day({ checks: [ofOther, check] }), 3_000_000)).toBeNull()
})

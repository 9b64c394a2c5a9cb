import { expect, test } from 'vitest'
import { type CashDay, refuseCash } from './refuse-cash.ts'

const day = (change: Partial<CashDay> = {}): CashDay => ({
  identity_over: 2_000_000,
  paid: 0,
  is_known: false,
  is_suspicious: false,
  may_take_suspicious: false,
  ...change,
})
const suspicious = { is_known: true, is_suspicious: true }

test.each<[string, CashDay | null, number, ReturnType<typeof refuseCash>]>([
  ['far from the line nothing is asked', null, 2_000_001, null],
  ['the line itself is not beyond it', day(), 2_000_000, null],
  ['a yen more is', day(), 2_000_001, 'CASH_KYC_REQUIRED'],
  ['what the day has had counts', day({ paid: 1_999_999 }), 2, 'CASH_KYC_REQUIRED'],
  ['just within it goes', day({ paid: 1_999_999 }), 1, null],
  ['the brand may ask earlier', day({ identity_over: 5_000, paid: 4_000 }), 1_001, 'CASH_KYC_REQUIRED'],
  ['and never later than the law', day({ identity_over: 9_000_000 }), 2_000_001, 'CASH_KYC_REQUIRED'],
  ['who is written down may pay', day({ is_known: true }), 3_000_000, null],
  ['what is held for suspicious may not be taken', day(suspicious), 3_000_000, 'SUSPICIOUS_HOLD'],
  ['but by a manager', day({ ...suspicious, may_take_suspicious: true }), 3_000_000, null],
  ['a manager asks who it is, too', day({ may_take_suspicious: true }), 3_000_000, 'CASH_KYC_REQUIRED'],
  ['within the line a suspicion holds nothing', day(suspicious), 100, null],
])('%s', (_, of, more, expected) => {
  expect(refuseCash(of, more)).toBe(expected)
})

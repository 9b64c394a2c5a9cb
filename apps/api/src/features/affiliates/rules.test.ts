import { describe, expect, test } from 'vitest'
import { inviteCodeOf, isOneself, mayDecide, needsLook, refusalOf } from './rules.ts'
import { shortName } from '../../lib/short-name.ts'

describe('who may become an affiliator', () => {
  const adult = { verified: true, date_of_birth: '1990-04-01', kyc_status: 'none' }
  test.each([
    ['an adult whom nothing stands against', {}, null],
    ['nobody who has yet to be verified', { verified: false }, 'NOT_VERIFIED'],
    ['nobody whose age is not known', { date_of_birth: null }, 'DOB_REQUIRED'],
    ['nobody on the day before their eighteenth birthday', { date_of_birth: '2008-11-23' }, 'AGE_RESTRICTED'],
    ['whoever turns eighteen today', { date_of_birth: '2008-11-22' }, null],
    ['nobody whose papers are asked for', { kyc_status: 'required' }, 'KYC_REQUIRED'],
    ['whoever waits for an answer about papers', { kyc_status: 'pending' }, null],
    ['nobody whose papers are refused for good', { kyc_status: 'blocked' }, 'KYC_BLOCKED'],
  ])('%s', (_name, change, refusal) => {
    expect(refusalOf({ ...adult, ...change }, '2026-11-22')).toBe(refusal)
  })
})

test('a code has eight letters that are not mistaken for each other', () => {
  const bytes = Uint8Array.from({ length: 8 }, (_, index) => index * 37)
  expect(inviteCodeOf(bytes)).toMatch(/^[A-HJ-NP-TV-Z2-9]{8}$/)
})

test('a short name says who it is only to whoever knows them', () => {
  expect(shortName('hanako')).toBe('ha***')
})

test('a card, an account, a mailbox or a number that two share is one person; a network alone is nothing', () => {
  expect(
    [['card'], ['bank_account'], ['email'], ['phone'], ['device'], ['address'], ['network']].map((one) =>
      isOneself(one as never),
    ),
  ).toEqual([true, true, true, true, false, false, false])
  expect(needsLook(['network'])).toBe(false)
  expect(needsLook(['network', 'device'])).toBe(true)
})

test('what was void stays void, and nothing is decided twice', () => {
  expect([
    mayDecide('held', 'good'),
    mayDecide('good', 'void'),
    mayDecide('void', 'good'),
    mayDecide('good', 'good'),
  ]).toEqual([true, true, false, false])
})

import { expect, test } from 'vitest'
import { type DeferralFacts, refuseDeferral } from './refuse-deferral.ts'

const facts = (change: Partial<DeferralFacts> = {}): DeferralFacts => ({
  today: '2026-11-28',
  verified: true,
  kyc_status: 'approved',
  date_of_birth: '2008-11-28',
  is_stopped: false,
  deferred_limit: 50_000,
  receivable: 20_000,
  oldest_due: '2026-11-28',
  ...change,
})

test('an adult with checked documents owes up to their limit', () => {
  expect(refuseDeferral(facts(), 30_000, false)).toBeNull()
  expect(refuseDeferral(facts(), 30_001, false)).toEqual({ code: 'DEFERRED_LIMIT', n: 50_000 })
})

test.each<[string, Partial<DeferralFacts>]>([
  ['the day before the eighteenth birthday', { date_of_birth: '2008-11-29' }],
  ['without a date of birth', { date_of_birth: null }],
  ['unverified', { verified: false }],
  ['with documents that have ended', { kyc_status: 'expired' }],
  ['stopped', { is_stopped: true }],
  ['without a limit', { deferred_limit: 0 }],
])('not %s, whoever lets it pass', (_, change) => {
  expect(refuseDeferral(facts(change), 1, true)).toEqual({ code: 'LATER_UNAVAILABLE' })
})

test('a late payer defers once more only by the approval of a second person', () => {
  const late = facts({ oldest_due: '2026-11-27' })
  expect(refuseDeferral(late, 1, false)).toEqual({ code: 'DEFERRED_OVERDUE' })
  expect(refuseDeferral(late, 1, true)).toBeNull()
  expect(refuseDeferral(facts({ oldest_due: null }), 1, false)).toBeNull()
})

import { expect, test } from 'vitest'
import { resumePayouts, type ResumePayoutsFacts } from './resume-payouts.ts'

test.each<[string, ResumePayoutsFacts, string | null]>([
  ['let go on', { is_entitled: true, stop: { is_own: false, is_lifted: false } }, null],
  ['not by those who do not look after payouts', { is_entitled: false, stop: null }, 'FORBIDDEN'],
  ['not where there is no stop', { is_entitled: true, stop: null }, 'NOT_FOUND'],
  ['not for themselves', { is_entitled: true, stop: { is_own: true, is_lifted: true } }, 'PAYOUT_SELF'],
  ['not a second time', { is_entitled: true, stop: { is_own: false, is_lifted: true } }, 'CONFLICT'],
])('rewards that stand still are %s', (_, facts, code) => {
  expect(resumePayouts(facts)).toEqual({ code })
})

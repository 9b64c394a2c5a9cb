import { expect, test } from 'vitest'
import { type CodeFacts, refuseCode, refuseCodes } from './refuse-code.ts'

const code = (change: Partial<CodeFacts> = {}): CodeFacts => ({
  state: 'live',
  is_claimed_here: false,
  is_claim_live: false,
  is_over: false,
  ...change,
})
const claimed = { state: 'claimed', is_claim_live: true } as const

test.each<[string, CodeFacts, ReturnType<typeof refuseCode>]>([
  ['one that is shown is good', code(), null],
  ['until its time is over', code({ is_over: true }), 'QR_EXPIRED'],
  ['one that was paid with has served', code({ state: 'spent' }), 'QR_ALREADY_USED'],
  ['and so has one that was ended, however young', code({ state: 'void' }), 'QR_ALREADY_USED'],
  ['one that another register holds is not free', code(claimed), 'QR_CLAIMED'],
  ['nor after its own time', code({ ...claimed, is_over: true }), 'QR_CLAIMED'],
  ['the register that holds it keeps it', code({ ...claimed, is_claimed_here: true }), null],
  ['also beyond its time', code({ ...claimed, is_claimed_here: true, is_over: true }), null],
  ['a hold that ran out leaves it free', code({ state: 'claimed' }), null],
  ['while it lives', code({ state: 'claimed', is_claimed_here: true, is_over: true }), 'QR_EXPIRED'],
])('%s', (_, facts, expected) => {
  expect(refuseCode(facts)).toBe(expected)
})

test('of several each has to be good, and the first that is not says why', () => {
  expect(refuseCodes([])).toBeNull()
  expect(refuseCodes([code(), code()])).toBeNull()
  expect(refuseCodes([code(), code({ is_over: true }), code({ state: 'spent' })])).toBe('QR_EXPIRED')
})

import { expect, test } from 'vitest'
import { personOf } from '../testing/access.ts'
import { together } from '../testing/together.ts'
import { liftFreeze, type LiftFreezeFacts } from './lift-freeze.ts'

const facts: LiftFreezeFacts = {
  actor: personOf('owner'),
  findings: 2,
  newest: 'check',
  is_frozen: true,
}
const decide = (change: Partial<LiftFreezeFacts>) => liftFreeze({ ...facts, ...change }, 'check')

test('payouts go on as an owner says who has seen what was found', () => {
  expect(decide({})).toEqual({ code: null })
})

const refusals: [string, Partial<LiftFreezeFacts>, string][] = [
  ['by accounting', { actor: personOf('accounting') }, 'FORBIDDEN'],
  ['of what was never checked', { findings: null }, 'NOT_FOUND'],
  ['of a check that found nothing', { findings: 0 }, 'NOT_FOUND'],
  ['where something was found since', { newest: 'newer' }, 'CONFLICT'],
  ['where they go on already', { is_frozen: false }, 'CONFLICT'],
]

test.each(refusals)('but not %s', (_, change, code) => {
  expect(decide(change)).toEqual({ code })
})

test('but not by an owner who is suspended or dismissed', () => {
  expect(decide({ actor: personOf('owner', 'owner', { is_active: false }) })).toEqual({ code: 'FORBIDDEN' })
})

test.each(refusals.map(([name], at) => [name, refusals.slice(at)] as const))(
  'but not %s, no matter what comes after that',
  (_, reasons) => {
    expect(decide(together(reasons.map((one) => one[1])))).toEqual({ code: reasons[0]![2] })
  },
)

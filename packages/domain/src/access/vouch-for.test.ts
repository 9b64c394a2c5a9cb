import { expect, test } from 'vitest'
import { personOf } from '../testing/access.ts'
import { mayVouch, type VouchFacts, vouchFor } from './vouch-for.ts'

const at = '2026-11-21T10:00:00.123+00:00'
const clerk = { id: 'clerk', is_active: true, type: 'register', store_id: 'shop', let_in_at: at }
const accountant = { ...clerk, id: 'new', type: 'accounting', store_id: null }
const boss = { ...clerk, id: 'boss', type: 'manager' }
const owner = personOf('owner')
const manager = personOf('manager')

test.each<[string, VouchFacts['by'], VouchFacts['colleague'], boolean]>([
  ['an owner vouches for anyone', owner, accountant, true],
  ['also at a register', owner, clerk, true],
  ['a manager for register staff of their shop', manager, clerk, true],
  ['for those of no other', personOf('manager', 'other', { store_id: 'elsewhere' }), clerk, false],
  ['and for no other role', manager, boss, false],
  ['head office without that right for none', personOf('accounting'), clerk, false],
  ['nor where both belong to no shop', personOf('accounting'), accountant, false],
  ['who works at a register for none', personOf('register', 'other'), clerk, false],
  ['a customer for none', personOf('customer'), clerk, false],
  ['who is not at work for none', personOf('owner', 'gone', { is_active: false }), clerk, false],
  ['none who was dismissed is vouched for', owner, { ...clerk, is_active: false }, false],
  ['nor one whom no colleague let in', owner, { ...clerk, let_in_at: null }, false],
  ['none vouches for themself', owner, { ...accountant, id: 'owner' }, false],
])('%s', (_, by, colleague, may) => {
  expect(mayVouch({ by, colleague, are_independent: true })).toBe(may)
  expect(mayVouch({ by, colleague, are_independent: false })).toBe(false)
})

test.each<[string, Partial<VouchFacts>, string, ReturnType<typeof vouchFor>['code']]>([
  [
    'what was looked at is vouched for, in whatever zone it was written',
    {},
    '2026-11-21T19:00:00.123+09:00',
    null,
  ],
  ['who was let in anew is looked at anew', {}, '2026-11-21T10:00:00.122Z', 'CONFLICT'],
  ['so is who was vouched for meanwhile', { colleague: { ...clerk, let_in_at: null } }, at, 'CONFLICT'],
  ['which is said before who may', { are_independent: false }, '2026-11-20T10:00:00.123Z', 'CONFLICT'],
  ['who shares a hand may not', { are_independent: false }, at, 'STAFF_VOUCH'],
])('%s', (_, change, seen, code) => {
  expect(vouchFor({ by: owner, colleague: clerk, are_independent: true, ...change }, { seen })).toEqual({
    code,
  })
})

import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import type { AccessFacts } from './people.ts'
import { refuseAccess } from './refuse-access.ts'

const clerk = personOf('register')
const manager = personOf('manager')
const accountant = personOf('accounting')
const owner = personOf('owner')
const customer = personOf('customer')
const clerkElsewhere = personOf('register', 'other', { store_id: 'elsewhere' })
const managerElsewhere = personOf('manager', 'other', { store_id: 'elsewhere' })
const dismissed = { is_active: false }
/** A clerk with this second person. */
const withSecond = (approver: AccessFacts['approver'], change: Partial<AccessFacts> = {}) =>
  accessOf(clerk, { approver, ...change })

type Case = [string, AccessFacts, ReturnType<typeof refuseAccess>]

describe('a refund', () => {
  test.each<Case>([
    ['by a clerk of the shop', accessOf(clerk), null],
    ['by an owner, who belongs to no shop', accessOf(owner), null],
    ['by who keeps the books', accessOf(accountant), 'FORBIDDEN'],
    ['by a customer', accessOf(customer), 'FORBIDDEN'],
    ['by who was dismissed', accessOf({ ...clerk, ...dismissed }), 'FORBIDDEN'],
    ['without a session', accessOf(clerk, { is_signed_in: false }), 'FORBIDDEN'],
    ['by a clerk of another shop', accessOf(clerkElsewhere), 'TXN_NOT_FOUND'],
    ['of no sale', accessOf(owner, { store_id: null }), 'TXN_NOT_FOUND'],
    ['with a manager', withSecond(manager), null],
    ['with another clerk', withSecond(personOf('register', 'second')), null],
    ['with an owner', withSecond(owner), null],
    ['with a manager of another shop', withSecond(managerElsewhere), 'FORBIDDEN'],
    ['with who keeps the books', withSecond(accountant), 'FORBIDDEN'],
    ['with a customer', withSecond(customer), 'FORBIDDEN'],
    ['with a manager who was dismissed', withSecond({ ...manager, ...dismissed }), 'FORBIDDEN'],
    ['with themself', withSecond(clerk, { are_independent: false }), 'FORBIDDEN'],
    ['with who is in one hand with them', withSecond(manager, { are_independent: false }), 'APPROVAL_LINKED'],
    ['at a register of another shop', accessOf(clerk, { is_register_here: false }), 'NOT_FOUND'],
    ['of an account of theirs', accessOf(clerk, { is_own: true }), 'SELF_DEALING'],
    // What is asked first is answered first.
    [
      'by a clerk of another shop with a customer',
      accessOf(clerkElsewhere, { approver: customer }),
      'TXN_NOT_FOUND',
    ],
    [
      'of no sale with a customer, without a session',
      accessOf(owner, { store_id: null, approver: customer, is_signed_in: false }),
      'FORBIDDEN',
    ],
    [
      'with who is in one hand with them, at a register of another shop',
      withSecond(manager, { are_independent: false, is_register_here: false }),
      'APPROVAL_LINKED',
    ],
    [
      'of an account of theirs at a register of another shop',
      accessOf(clerk, { is_own: true, is_register_here: false }),
      'NOT_FOUND',
    ],
  ])('%s', (_, access, refusal) => {
    expect(refuseAccess('refund', access)).toBe(refusal)
  })
})

describe('a correction', () => {
  test.each<Case>([
    ['by a clerk of the shop, who may need the second person', accessOf(clerk), null],
    ['by an owner, who sells nothing', accessOf(owner), 'FORBIDDEN'],
    ['by a clerk of another shop', accessOf(clerkElsewhere), 'TXN_NOT_FOUND'],
    ['of no sale', accessOf(clerk, { store_id: null }), 'TXN_NOT_FOUND'],
    ['with an owner', withSecond(owner), null],
    ['with a manager of another shop', withSecond(managerElsewhere), 'FORBIDDEN'],
    ['with themself', withSecond(clerk, { are_independent: false }), 'FORBIDDEN'],
    ['with who is in one hand with them', withSecond(manager, { are_independent: false }), 'APPROVAL_LINKED'],
    ['of an account of theirs', accessOf(clerk, { is_own: true }), null],
  ])('%s', (_, access, refusal) => {
    expect(refuseAccess('correct', access)).toBe(refusal)
  })
})

describe.each([
  ['a charge', 'take_back_charge', 'SELF_DEALING'],
  ['points', 'take_back_points', 'POINTS_SELF'],
] as const)('%s taken back', (_, act, own) => {
  test.each<Case>([
    ['by a clerk of the shop', accessOf(clerk), null],
    ['by an owner', accessOf(owner), null],
    ['by who keeps the books', accessOf(accountant), 'FORBIDDEN'],
    ['by a clerk of another shop', accessOf(clerkElsewhere), 'FORBIDDEN'],
    ['by who was dismissed', accessOf({ ...clerk, ...dismissed }), 'FORBIDDEN'],
    ['without a session', accessOf(clerk, { is_signed_in: false }), 'FORBIDDEN'],
    ['with another clerk of the shop', withSecond(personOf('register', 'second')), null],
    ['with an owner', withSecond(owner), null],
    ['with a manager of another shop', withSecond(managerElsewhere), 'FORBIDDEN'],
    ['with themself', withSecond(clerk, { are_independent: false }), 'APPROVAL_LINKED'],
    ['with who is in one hand with them', withSecond(manager, { are_independent: false }), 'APPROVAL_LINKED'],
    ['of an account of theirs', accessOf(clerk, { is_own: true }), own],
  ])('%s', (__, access, refusal) => {
    expect(refuseAccess(act, access)).toBe(refusal)
  })
})

describe('points that are granted', () => {
  test.each<Case>([
    ['by a clerk of the shop', accessOf(clerk), null],
    ['by an owner, who sells nothing', accessOf(owner), 'FORBIDDEN'],
    ['by a clerk of another shop', accessOf(clerkElsewhere), 'FORBIDDEN'],
    ['in no shop', accessOf(clerk, { store_id: null }), 'FORBIDDEN'],
    ['with a manager', withSecond(manager), null],
    ['with head office', withSecond(accountant), null],
    ['with another clerk, who approves nothing', withSecond(personOf('register', 'second')), 'FORBIDDEN'],
    ['with a manager of another shop', withSecond(managerElsewhere), 'FORBIDDEN'],
    ['with a manager who was dismissed', withSecond({ ...manager, ...dismissed }), 'FORBIDDEN'],
    [
      'by a manager with themself',
      accessOf(manager, { approver: manager, are_independent: false }),
      'FORBIDDEN',
    ],
    ['with who is in one hand with them', withSecond(manager, { are_independent: false }), 'APPROVAL_LINKED'],
    ['at a register of another shop', accessOf(clerk, { is_register_here: false }), null],
    ['to an account of theirs', accessOf(clerk, { is_own: true }), 'POINTS_SELF'],
  ])('%s', (_, access, refusal) => {
    expect(refuseAccess('grant_points', access)).toBe(refusal)
  })
})

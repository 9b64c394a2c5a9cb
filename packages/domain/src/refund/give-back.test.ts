import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { factsOf } from '../testing/sold.ts'
import { giveBack, type GiveBackFacts, mayGiveBack } from './give-back.ts'

const clerk = { is_manager: false, is_seller: false, is_independent: true }
const seller = { is_manager: false, is_seller: true, is_independent: false }
const manager = { is_manager: true, is_seller: false, is_independent: true }
const sellingManager = { is_manager: true, is_seller: true, is_independent: false }
/** Whom the seller let in: not who sold it, and in one hand with them. */
const linkedManager = { is_manager: true, is_seller: false, is_independent: false }
const linkedClerk = { is_manager: false, is_seller: false, is_independent: false }

/** A sale of today, of which registers may give back 5,000 yen. */
const factsBy = (actor: GiveBackFacts['actor'], change: Partial<GiveBackFacts> = {}): GiveBackFacts => ({
  refunded_total: 0,
  register_max: 5_000,
  is_of_today: true,
  actor,
  approver: null,
  ...change,
})
type Case = [string, GiveBackFacts, number, boolean]

describe('a refund', () => {
  test.each<Case>([
    ['of 5,000 yen by another clerk', factsBy(clerk), 5_000, true],
    ['of a yen more', factsBy(clerk), 5_001, false],
    ['in parts that come to more', factsBy(clerk, { refunded_total: 3_000 }), 2_001, false],
    ['of an earlier day by a clerk', factsBy(clerk, { is_of_today: false }), 1, false],
    ['of their own by a clerk', factsBy(seller), 1, false],
    ['by a clerk in one hand with the seller', factsBy(linkedClerk), 1, false],
    ['of any amount and day by a manager', factsBy(manager, { is_of_today: false }), 90_000, true],
    ['of their own by a manager', factsBy(sellingManager), 1, false],
    ['by a manager in one hand with the seller', factsBy(linkedManager), 1, false],
    ['of their own by a clerk with a manager', factsBy(seller, { approver: manager }), 90_000, true],
    ['of their own by a manager with another', factsBy(sellingManager, { approver: manager }), 90_000, true],
    ['of their own by a clerk with another', factsBy(seller, { approver: clerk }), 1, false],
    ['of a small one by a clerk with another', factsBy(clerk, { approver: seller }), 5_000, true],
  ])('%s', (_, facts, total, may) => {
    expect(mayGiveBack(facts, { total, is_void: false })).toBe(may)
  })
})

describe('a void', () => {
  test.each<Case>([
    ['of a small one by its seller', factsBy(seller), 5_000, true],
    ['of a large one by its seller', factsBy(seller), 5_001, false],
    ['of a small one by another clerk', factsBy(clerk), 1, false],
    ['with the password of its seller', factsBy(clerk, { approver: seller }), 5_000, true],
    ['of a large one by a manager', factsBy(seller, { approver: manager }), 90_000, true],
    ['of a small one of their own by a manager', factsBy(sellingManager), 5_000, true],
    ['of a large one of their own by a manager', factsBy(sellingManager), 5_001, false],
    ['of a large one by a manager in one hand with the seller', factsBy(linkedManager), 5_001, false],
  ])('%s', (_, facts, total, may) => {
    expect(mayGiveBack(facts, { total, is_void: true })).toBe(may)
  })
})

test('who may give back so much is asked last: a sale that cannot go back is refused as such', () => {
  const act = { id: 'refund', actor_id: 'clerk' }
  const people = factsBy(seller)
  const wish = { items: null, amount: null, is_void: false, to_balance: false }
  const sale = { ...factsOf({ lines: [1_000] }), access: accessOf(personOf('register')) }
  const voided = { ...sale, sale: { ...sale.sale, is_voided: true } }
  expect(giveBack({ ...voided, people }, wish, act)).toEqual({ code: 'TXN_VOIDED' })
  expect(giveBack({ ...sale, people }, wish, act)).toEqual({ code: 'REFUND_APPROVAL' })
  expect(giveBack({ ...sale, people: factsBy(clerk) }, wish, act)).toMatchObject({ code: null, total: 1_000 })
  const large = { ...people, register_max: 999 }
  expect(giveBack({ ...sale, people: large }, { ...wish, is_void: true }, act)).toEqual({
    code: 'VOID_APPROVAL',
  })
  // And first, whether they give back here at all.
  const stranger = accessOf(personOf('accounting'))
  expect(giveBack({ ...voided, people, access: stranger }, wish, act)).toEqual({ code: 'FORBIDDEN' })
  const none = { sale: null, access: accessOf(personOf('owner'), { store_id: null }) }
  expect(giveBack(none, wish, act)).toEqual({ code: 'TXN_NOT_FOUND' })
})

import { describe, expect, test } from 'vitest'
import type { CodeFacts } from '../codes/refuse-code.ts'
import { type CheckoutState, type CheckoutWish, updateCheckout, type WantedState } from './update-checkout.ts'

const held: CodeFacts = { state: 'claimed', is_claimed_here: true, is_claim_live: true, is_over: false }
const wish = (change: Partial<CheckoutWish> = {}): CheckoutWish => ({
  status: 'open',
  note: null,
  ...change,
})
const update = (status: CheckoutState, change: Partial<CheckoutWish> = {}, code: Partial<CodeFacts> = {}) =>
  updateCheckout({ checkout: { status, code: { ...held, ...code } } }, wish(change))

test('what the shop does not have is not found', () => {
  expect(updateCheckout({ checkout: null }, wish())).toEqual({ code: 'TXN_NOT_FOUND' })
})

const written = (status: WantedState, is_held_on = false) => ({ code: null, status, changes: {}, is_held_on })
const done = { code: null, status: null, changes: {}, is_held_on: false }
const refused = { code: 'PAYMENT_STATE' }

test.each<[CheckoutState, WantedState, object]>([
  ['open', 'open', written('open', true)],
  ['open', 'saved', written('saved')],
  ['open', 'cancelled', written('cancelled')],
  ['saved', 'open', refused],
  ['saved', 'saved', done],
  ['saved', 'cancelled', refused],
  ['cancelled', 'open', refused],
  ['cancelled', 'saved', refused],
  ['cancelled', 'cancelled', done],
  ['settled', 'open', refused],
  ['settled', 'saved', refused],
  ['settled', 'cancelled', refused],
])('a checkout that is %s and is wanted %s', (status, wanted, expected) => {
  expect(update(status, { status: wanted })).toEqual(expected)
})

test.each<[string, Partial<CodeFacts>, boolean]>([
  ['is held on', {}, true],
  ['beyond its own time', { is_over: true }, true],
  ['also after the hold has run out', { is_claim_live: false }, true],
  ['but not after both', { is_claim_live: false, is_over: true }, false],
  ['nor where another register holds it', { is_claimed_here: false }, false],
  ['nor where it has ended', { state: 'void' }, false],
  ['or is free', { state: 'live', is_claimed_here: false }, false],
])('with an edit the code %s', (_, code, is_held_on) => {
  expect(update('open', {}, code)).toMatchObject({ code: null, is_held_on })
  for (const status of ['saved', 'cancelled'] as const)
    expect(update('open', { status }, code)).toMatchObject({ status, is_held_on: false })
})

describe('a cart', () => {
  const changes = (change: Partial<CheckoutWish>) => {
    const plan = update('open', change)
    return plan.code === null && plan.changes
  }
  const [items, discount] = [[{ name: 'ring' }], { amount: 100 }]

  test.each<[string, Partial<CheckoutWish>, object]>([
    ['stays', {}, {}],
    ['stays where nothing is named', { items: null, discount: null }, {}],
    ['comes whole', { items, discount }, { items, discount }],
    ['without a discount has none', { items }, { items, discount: null }],
    ['may be empty', { items: [] }, { items: [], discount: null }],
    ['gets a discount and keeps its items', { discount }, { discount }],
    ['gets a note', { note: 'gift' }, { note: 'gift' }],
    ['gets an empty one', { note: '' }, { note: '' }],
    ['is parked as it is sent', { status: 'saved', items }, { items, discount: null }],
  ])('%s', (_, change, expected) => {
    expect(changes(change)).toEqual(expected)
  })

  test('that was put aside before stays as it was', () => {
    expect(update('saved', { status: 'saved', items })).toEqual(done)
  })
})

import { expect, test } from 'vitest'
import { askAgainSeconds, bookCharge, type BookChargeFacts } from './book-charge.ts'

const charge: NonNullable<BookChargeFacts['charge']> = {
  id: 'charge',
  customer_id: 'member',
  amount: 3_000,
  state: 'pending',
  gateway_charge: 'ch_mine',
}
const decide = (change: Partial<typeof charge>, taken: { gateway_charge?: string; amount?: number } = {}) =>
  bookCharge(
    { charge: { ...charge, ...change }, home_store: 'first' },
    { gateway_charge: 'ch_mine', amount: 3_000, ...taken },
  )

test('what a gateway took becomes paid balance, in the books of the first shop', () => {
  expect(decide({})).toEqual({
    code: null,
    movements: [
      {
        id: 'charge',
        kind: 'charge',
        customer_id: 'member',
        store_id: 'first',
        transfers: [{ code: 'charge', debit: 'gateway_clearing', credit: 'balance_paid', amount: 3_000 }],
      },
    ],
  })
})

test.each<[string, Partial<typeof charge>]>([
  ['whose name is not known yet', { gateway_charge: null }],
  ['that was given up', { state: 'failed' }],
])('so does a charge %s', (_, change) => {
  expect(decide(change).code).toBeNull()
})

test.each<[string, Partial<typeof charge>, { gateway_charge?: string; amount?: number }, string]>([
  ['under another name', {}, { gateway_charge: 'ch_other', amount: 1 }, 'UNKNOWN'],
  ['another amount than was asked for', { state: 'completed' }, { amount: 3_001 }, 'AMOUNT'],
  ['what is booked already', { state: 'completed' }, {}, 'ALREADY'],
])('nothing is booked of %s', (_, change, taken, code) => {
  expect(decide(change, taken)).toEqual({ code })
})

test('nothing is booked of what was not asked for', () => {
  const taken = { gateway_charge: 'ch_mine', amount: 3_000 }
  expect(bookCharge({ charge: null, home_store: 'first' }, taken)).toEqual({ code: 'UNKNOWN' })
})

test('a gateway is asked again after twice as long each time, up to an hour', () => {
  expect(askAgainSeconds).toEqual(Array.from({ length: 10 }, (_, at) => Math.min(3_600, 10 * 2 ** at)))
})

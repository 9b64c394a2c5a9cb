import { expect, test } from 'vitest'
import { type Account } from '../movements/transfer.ts'
import { movePayout } from './payout.ts'

const payout = { id: 'payout', user_id: 'member', amount: 200_000, withheld: 8_168 }
const by = { transaction_id: 'movement', employee_id: 'accountant', home_store: 'home' }

test.each<[Parameters<typeof movePayout>[0], [Account, Account, number][]]>([
  ['hold', [['reward', 'payout_hold', 200_000]]],
  [
    'pay',
    [
      ['payout_hold', 'bank_clearing', 191_832],
      ['payout_hold', 'withholding', 8_168],
    ],
  ],
  ['return', [['payout_hold', 'reward', 200_000]]],
  [
    'recall',
    [
      ['bank_clearing', 'reward', 191_832],
      ['withholding', 'reward', 8_168],
    ],
  ],
])('what a payout moves: %s', (step, transfers) => {
  const movement = movePayout(step, payout, by)
  expect(movement).toMatchObject({
    id: 'movement',
    kind: 'payout',
    customer_id: 'member',
    store_id: 'home',
    employee_id: 'accountant',
    related_id: step === 'hold' ? null : 'payout',
  })
  expect(movement.transfers.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual(transfers)
})

test('without tax nothing moves to the tax office', () => {
  for (const step of ['pay', 'recall'] as const)
    expect(movePayout(step, { ...payout, withheld: 0 }, by).transfers).toHaveLength(1)
})

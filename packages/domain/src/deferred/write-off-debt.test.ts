import { expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { writeOffDebt, type WriteOffFacts } from './write-off-debt.ts'

const debt = {
  sale_id: 'sale',
  customer_id: 'member',
  store_id: 'shop',
  outstanding: 6_000,
  due_on: '2026-08-27',
}
const byAccountant = accessOf(personOf('accounting'))
const facts: WriteOffFacts = { access: byAccountant, today: '2026-11-26', debt, days: 90 }
const decide = (change: Partial<WriteOffFacts>) =>
  writeOffDebt({ ...facts, ...change }, { transaction_id: 'act', actor_id: 'accountant', reason: '所在不明' })

test('the brand bears what is left of the debt', () => {
  expect(decide({})).toMatchObject({
    code: null,
    movements: [
      {
        id: 'act',
        customer_id: 'member',
        related_id: 'sale',
        reason: '所在不明',
        debts: [{ sale_id: 'sale', written_off: 6_000 }],
        transfers: [{ code: 'write_off', debit: 'bad_debts', credit: 'receivable', amount: 6_000 }],
      },
    ],
  })
})

test.each<[string, Partial<WriteOffFacts>, object]>([
  ['by a person outside head office', { access: accessOf(personOf('manager')) }, { code: 'FORBIDDEN' }],
  ['of a sale that deferred nothing', { debt: null }, { code: 'TXN_NOT_FOUND' }],
  ['of their own', { access: { ...byAccountant, is_own: true } }, { code: 'SELF_DEALING' }],
  ['that is paid', { debt: { ...debt, outstanding: 0 } }, { code: 'DEFERRED_ENDED' }],
  [
    'before the ninety-first day after it was due',
    { today: '2026-11-25' },
    { code: 'DEFERRED_WRITE_OFF_EARLY', n: 90 },
  ],
])('and no debt is given up %s', (_, change, refusal) => {
  expect(decide(change)).toEqual(refusal)
})

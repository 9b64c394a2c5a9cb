import fc from 'fast-check'
import { returnBonusLot } from '../../refund/return-bonus-lot.ts'
import { debtOf, june, may } from '../given-debt.ts'
import { worldsOf } from './told-twice.ts'

const collection = fc.record({
  bonus: fc.integer({ min: 1, max: 99_999 }),
  before: fc.nat(99_999),
  of_lots: fc.nat(199_999),
  until: fc.constantFrom(may, june),
})

export const givenLots = worldsOf(
  'in any parts, as much comes back with an end as had one',
  fc.record({
    given: fc.array(collection, { minLength: 1, maxLength: 4 }),
    parts: fc.array(fc.nat(50_000)),
  }),
  ({ given, parts }) => {
    const total = given.reduce((sum, { bonus }) => sum + bonus, 0)
    const ending = given.reduce(
      (sum, { bonus, before, of_lots }) => sum + Math.min(Math.max(of_lots - before, 0), bonus),
      0,
    )
    let [back, ended] = [0, 0]
    for (const part of [...parts, total]) {
      const returned = Math.min(part, total - back)
      const [lot] = returnBonusLot(debtOf(given, back), { returned, received: returned })
      ended += lot?.amount ?? 0
      back += returned
    }
    return { rule: ended, model: ending }
  },
)

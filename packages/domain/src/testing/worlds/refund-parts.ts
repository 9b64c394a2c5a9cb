import fc from 'fast-check'
import type { RefundFacts } from '../../refund/facts.ts'
import { planRefund } from '../../refund/plan-refund.ts'
import { afterRefund, factsOf } from '../sold.ts'
import { worldsOf } from './told-twice.ts'

const whole = { items: null, amount: null, is_void: false, to_balance: false }
const ofAmount = (amount: number) => ({ ...whole, amount })

const sold = fc
  .record({
    lines: fc.array(fc.record({ yen: fc.nat(999_999_999), pieces: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    parts: fc.array(fc.nat(1_000), { minLength: 7, maxLength: 7 }),
    rate_bp: fc.nat(2_000),
    spent: fc.boolean(),
  })
  .filter(({ lines }) => lines.some(({ yen }) => yen > 0))
type Drawn = typeof sold extends fc.Arbitrary<infer Sold> ? Sold : never
const amounts = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 5 })

/** The sale, each way paying a share of what is left of it. */
function factsOfDrawn({ lines, parts, rate_bp, spent }: Drawn): RefundFacts {
  let left = lines.reduce((sum, { yen }) => sum + yen, 0)
  const take = (part: number) => {
    const taken = Math.floor((left * part) / 2_000)
    left -= taken
    return taken
  }
  const [points, first, second, paid, bonus, card, later] = parts.map(take) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const lots = [
    { id: 'first', used: first, expires_at: '2026-12-20T14:59:59Z' },
    { id: 'second', used: second, ended: true, expires_at: '2026-11-20T14:59:59Z' },
  ].filter(({ used }) => used > 0)
  const facts = factsOf({ lines, points, lots, paid, bonus, card, later, rate_bp })
  return spent ? { ...facts, wallet: { ...facts.wallet!, point_regular: 0 } } : facts
}

/** Every part of a refund beside what it has to come to: the model is what went in. */
export const refundParts = worldsOf(
  'of any sale, refunded in any parts, every yen and every point goes somewhere, and no more comes back of anything than was paid with it',
  fc.record({ drawn: sold, shares: amounts }),
  ({ drawn, shares }) => {
    let facts = factsOfDrawn(drawn)
    const { sale } = facts
    const sum = { back: 0, paid: 0, points: 0, reclaimed: 0 }
    const rule: unknown[] = []
    const model: unknown[] = []
    for (const [turn, share] of [...shares, 1_000].entries()) {
      const left = sale.spent_total - sum.back
      if (left === 0) break
      const isLast = turn === shares.length
      const amount = Math.max(1, Number((BigInt(left) * BigInt(share)) / 1_000n))
      const planned = planRefund(facts, isLast ? whole : ofAmount(amount))
      if (planned.code !== null) {
        return { rule: [...rule, planned.code], model: [...model, 'REFUND_NOTHING'] }
      }
      const by = planned.back_points + planned.back_paid + planned.back_bonus + planned.back_cash
      rule.push({
        total: planned.total,
        points: planned.back_points,
        money: planned.total - planned.back_points,
        reclaimed: planned.reclaimed,
        below_zero: Object.values(planned).filter((value) => typeof value === 'number' && value < 0),
      })
      model.push({
        total: by + planned.back_card + planned.back_later,
        points: planned.received_regular + planned.received_limited + planned.lapsed,
        money:
          planned.received_paid +
          planned.received_bonus +
          planned.cash +
          planned.card +
          planned.later +
          planned.deducted,
        reclaimed: planned.taken_regular + planned.taken_limited + planned.deducted + planned.owed,
        below_zero: [],
      })
      sum.back += planned.total
      sum.paid += planned.back_paid
      sum.points += planned.back_points
      sum.reclaimed += planned.reclaimed
      facts = afterRefund(facts, planned)
    }
    // What was never paid for was taken away and no money of it came back; all else that was earned is taken back.
    const most = Math.max(sum.reclaimed, sale.earned)
    return {
      rule: [...rule, sum.back, sum.paid, sum.points, most],
      model: [...model, sale.spent_total, sale.paid, sale.points_regular + sale.points_limited, sale.earned],
    }
  },
)

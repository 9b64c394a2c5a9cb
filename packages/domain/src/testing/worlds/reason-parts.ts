import fc from 'fast-check'
import { planRefund } from '../../refund/plan-refund.ts'
import { factsWith, spring } from '../campaign-sale.ts'
import { afterRefund } from '../sold.ts'
import { worldsOf } from './told-twice.ts'

export const reasonParts = worldsOf(
  'in any parts, each campaign gives back all that it gave and never more',
  fc.record({
    given: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 4 }),
    parts: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 5 }),
  }),
  ({ given, parts }) => {
    let facts = factsWith(given.map((of, place) => ({ ...spring, campaign_id: `${place}`, points: of })))
    const rule: unknown[] = []
    const model: unknown[] = []
    for (const amount of [...parts, null]) {
      if (amount !== null && facts.sale.refunded_total + amount >= facts.sale.spent_total) continue
      const plan = planRefund(facts, { items: null, amount, is_void: false, to_balance: false })
      if (plan.code !== null) throw new Error(plan.code)
      facts = afterRefund(facts, plan)
      rule.push({
        reasons: plan.reasons.reduce((sum, one) => sum + one.points, 0),
        above: facts.reasons!.campaigns.filter(({ taken, points }) => taken > points),
      })
      model.push({ reasons: plan.reclaimed, above: [] })
    }
    return {
      rule: [...rule, facts.reasons!.rank.taken, ...facts.reasons!.campaigns.map(({ taken }) => taken)],
      model: [...model, 100, ...given],
    }
  },
)

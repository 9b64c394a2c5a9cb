import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterRefund, factsOf } from '../testing/sold.ts'
import type { RefundFacts } from './facts.ts'
import { planRefund } from './plan-refund.ts'
import { type ReversedReason, reverseReasons } from './reverse-reasons.ts'

type Campaign = NonNullable<RefundFacts['reasons']>['campaigns'][number]

const spring: Campaign = {
  campaign_id: 'spring',
  rule: 'rate_add',
  label: '春',
  rate_bp: 200,
  account: 'point_regular',
  points: 200,
  taken: 0,
}
const opening: Campaign = {
  campaign_id: 'opening',
  rule: 'fixed_point',
  label: '開店',
  rate_bp: null,
  account: 'point_limited',
  points: 100,
  taken: 0,
}

/** A sale of 10,000円 that earned a hundredth by the rank, and what campaigns added. */
function factsWith(campaigns: readonly Campaign[], taken = 0): RefundFacts {
  const facts = factsOf({ lines: [10_000] })
  const added = campaigns.reduce((sum, { points }) => sum + points, 0)
  return {
    ...facts,
    sale: { ...facts.sale, earned: 100 + added },
    wallet: { ...facts.wallet!, point_regular: 100 + added },
    reasons: campaigns.length === 0 ? null : { rank: { label: 'シルバー', rate_bp: 100, taken }, campaigns },
  }
}
const pointsOf = (reasons: readonly ReversedReason[]) =>
  reasons.map(({ campaign_id, points }) => [campaign_id, points])

describe('points that a refund takes back', () => {
  test('are of the rank and of each campaign, in the words of the sale', () => {
    const facts = factsWith([spring, opening])
    expect(reverseReasons(facts, { reclaimed: 400, base: 10_000 })).toEqual([
      {
        part: 1,
        campaign_id: null,
        rule: 'level',
        label: 'シルバー',
        base: 10_000,
        rate_bp: 100,
        points: 100,
        account: 'point_regular',
      },
      {
        part: 2,
        campaign_id: 'spring',
        rule: 'rate_add',
        label: '春',
        base: 10_000,
        rate_bp: 200,
        points: 200,
        account: 'point_regular',
      },
      {
        part: 3,
        campaign_id: 'opening',
        rule: 'fixed_point',
        label: '開店',
        base: 10_000,
        rate_bp: null,
        points: 100,
        account: 'point_limited',
      },
    ])
  })

  test.each<[string, RefundFacts, number, [string | null, number][]]>([
    [
      'a half of each',
      factsWith([spring, opening]),
      200,
      [
        [null, 50],
        ['spring', 100],
        ['opening', 50],
      ],
    ],
    [
      'an odd point from the rank, the first of them',
      factsWith([opening]),
      101,
      [
        [null, 51],
        ['opening', 50],
      ],
    ],
    ['by what each has left', factsWith([{ ...spring, taken: 200 }], 50), 20, [[null, 20]]],
    ['nothing from a share that is cut off', factsWith([spring, opening]), 1, [['spring', 1]]],
    ['nothing where nothing is taken back', factsWith([spring]), 0, []],
    ['without a campaign none: the movement itself says it', factsWith([]), 100, []],
  ])('%s', (_, facts, reclaimed, expected) => {
    expect(pointsOf(reverseReasons(facts, { reclaimed, base: 100 }))).toEqual(expected)
  })

  test('of a deferred sale count what its collections earned, as the part of the rank', () => {
    const facts = factsWith([opening])
    const { debt } = factsOf({ lines: [10_000], later: 5_000 })
    const collected = { ...facts, debt: { ...debt!, points: 100 } }
    expect(pointsOf(reverseReasons(collected, { reclaimed: 150, base: 100 }))).toEqual([
      [null, 100],
      ['opening', 50],
    ])
  })
})

test('in any parts, each campaign gives back all that it gave and never more', () => {
  const given = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 4 })
  const amounts = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 5 })
  fc.assert(
    fc.property(given, amounts, (points, parts) => {
      let facts = factsWith(points.map((of, place) => ({ ...spring, campaign_id: `${place}`, points: of })))
      for (const amount of [...parts, null]) {
        if (amount !== null && facts.sale.refunded_total + amount >= facts.sale.spent_total) continue
        const plan = planRefund(facts, { items: null, amount, is_void: false, to_balance: false })
        if (plan.code !== null) throw new Error(plan.code)
        expect(plan.reasons.reduce((sum, one) => sum + one.points, 0)).toBe(plan.reclaimed)
        facts = afterRefund(facts, plan)
        for (const one of facts.reasons!.campaigns) expect(one.taken).toBeLessThanOrEqual(one.points)
      }
      expect(facts.reasons!.rank.taken).toBe(100)
      for (const one of facts.reasons!.campaigns) expect(one.taken).toBe(one.points)
    }),
  )
})

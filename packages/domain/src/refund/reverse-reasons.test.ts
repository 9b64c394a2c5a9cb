import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsWith, opening, spring } from '../testing/campaign-sale.ts'
import { factsOf } from '../testing/sold.ts'
import { reasonParts } from '../testing/worlds/reason-parts.ts'
import type { RefundFacts } from './facts.ts'
import { type ReversedReason, reverseReasons } from './reverse-reasons.ts'

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

test.each([reasonParts])('$name', ({ told }) => {
  fc.assert(
    fc.property(told, ({ rule, model }) => {
      expect(rule).toEqual(model)
    }),
  )
})

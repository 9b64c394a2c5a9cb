import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addPoints, bindingBudgets, type Campaign, type EarningSale } from './add-points.ts'

const campaign = (change: Partial<Campaign> & { kind?: Campaign['kind'] } = {}): Campaign =>
  ({
    id: 'a',
    name: 'Silver week',
    starts_at: '2026-11-01T00:00:00Z',
    stackable: true,
    needs_entry: false,
    payment_min: 1,
    store_ids: null,
    level_indexes: null,
    member_max: null,
    budget: null,
    budget_used: 0,
    points_days: null,
    kind: 'rate_add',
    rate_bp: 200,
    ...change,
  }) as Campaign

const sale = (change: Partial<EarningSale> = {}): EarningSale => ({
  today: '2026-11-28',
  store_id: 'ginza',
  level_index: 1,
  rate_bp: 300,
  earned: 300,
  base: 10_000,
  standing: { entered: [], given: {} },
  ...change,
})

const fifth = 2_000
const given = (campaigns: readonly Campaign[], of: EarningSale = sale(), maxBp = fifth) =>
  addPoints(campaigns, maxBp, of).map(({ campaign_id, points, cut_by }) => [campaign_id, points, cut_by])

describe('what a campaign gives', () => {
  test.each<[name: string, campaign: Campaign, points: number]>([
    ['two percent more', campaign(), 200],
    ['twice the rank’s rate', campaign({ kind: 'multiplier', factor_bp: 20_000 }), 300],
    ['half as much again', campaign({ kind: 'multiplier', factor_bp: 15_000 }), 150],
    ['a fixed number of points', campaign({ kind: 'fixed_point', points: 77 }), 77],
  ])('%s', (_, one, points) => {
    expect(given([one])).toEqual([['a', points, null]])
  })

  test('it is cut off once', () => {
    expect(given([campaign({ rate_bp: 150 })], sale({ base: 199, earned: 5 }))).toEqual([['a', 2, null]])
  })

  test('points for a time are a lot that ends with their last day in Japan', () => {
    expect(addPoints([campaign({ points_days: 30 })], fifth, sale())).toEqual([
      {
        part: 1,
        campaign_id: 'a',
        rule: 'rate_add',
        label: 'Silver week',
        base: 10_000,
        rate_bp: 200,
        uncut_points: 200,
        points: 200,
        cut_by: null,
        account: 'point_limited',
        expires_at: '2026-12-28T14:59:59.000Z',
      },
    ])
  })
})

describe('to whom', () => {
  test.each<[name: string, campaign: Campaign, change: Partial<EarningSale>, isGiven: boolean]>([
    ['a payment of just enough', campaign({ payment_min: 10_000 }), {}, true],
    ['one yen less', campaign({ payment_min: 10_001 }), {}, false],
    ['another shop', campaign({ store_ids: ['kobe'] }), {}, false],
    ['one of its shops', campaign({ store_ids: ['kobe', 'ginza'] }), {}, true],
    ['another rank', campaign({ level_indexes: [2, 3] }), {}, false],
    ['a member who has not entered', campaign({ needs_entry: true }), {}, false],
    ['a member who has', campaign({ needs_entry: true }), { standing: { entered: ['a'], given: {} } }, true],
    ['what earns nothing', campaign({ kind: 'fixed_point', points: 5 }), { base: 0, earned: 0 }, false],
  ])('%s', (_, one, change, isGiven) => {
    expect(given([one], sale(change))).toHaveLength(isGiven ? 1 : 0)
  })
})

describe('caps', () => {
  test('what the member has had counts', () => {
    const of = sale({ standing: { entered: [], given: { a: 450 } } })
    expect(given([campaign({ member_max: 500 })], of)).toEqual([['a', 50, 'member']])
    expect(given([campaign({ member_max: 450 })], of)).toEqual([])
  })

  test('so does what is left of the budget', () => {
    expect(given([campaign({ budget: 1_000, budget_used: 880 })])).toEqual([['a', 120, 'budget']])
    expect(given([campaign({ budget: 1_000, budget_used: 1_000 })])).toEqual([])
  })

  test('all together give no more than their part of the base, the rank’s part included', () => {
    const two = [campaign({ rate_bp: 1_500 }), campaign({ id: 'b', rate_bp: 500 })]
    expect(given(two)).toEqual([
      ['a', 1_500, null],
      ['b', 200, 'transaction'],
    ])
  })

  test('a budget binds where it has less left than the sale would draw', () => {
    const tight = campaign({ budget: 1_000, budget_used: 900 })
    expect(bindingBudgets([tight], sale())).toEqual([tight])
    expect(bindingBudgets([campaign({ budget: 1_000, budget_used: 800 })], sale())).toEqual([])
    expect(bindingBudgets([campaign()], sale())).toEqual([])
  })
})

describe('beside each other', () => {
  const [one, two] = [campaign({ id: 'a' }), campaign({ id: 'b', starts_at: '2026-10-01T00:00:00Z' })]

  test('stackable ones add up, in the order in which they began', () => {
    expect(given([one, two])).toEqual([
      ['b', 200, null],
      ['a', 200, null],
    ])
  })

  test('one that stands alone is taken where it gives more than they do together', () => {
    const alone = (points: number) => campaign({ id: 'c', stackable: false, kind: 'fixed_point', points })
    expect(given([one, two, alone(400)])).toHaveLength(2)
    expect(given([one, two, alone(401)])).toEqual([['c', 401, null]])
    expect(
      given([one, alone(300), campaign({ id: 'd', stackable: false, kind: 'fixed_point', points: 350 })]),
    ).toEqual([['d', 350, null]])
  })
})

test('no sale gets more than its cap, and no campaign gives more than it would alone', () => {
  const any = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    stackable: fc.boolean(),
    rate_bp: fc.integer({ min: 1, max: 2_000 }),
    member_max: fc.option(fc.integer({ min: 1, max: 5_000 })),
    budget: fc.option(fc.integer({ min: 1, max: 5_000 })),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(any, { selector: ({ id }) => id }),
      fc.integer({ min: 1, max: 999_999_999 }),
      (terms, base) => {
        const earned = Math.floor((base * 300) / 10_000)
        const parts = addPoints(
          terms.map((one) => campaign(one)),
          fifth,
          sale({ base, earned }),
        )
        const sum = parts.reduce((all, { points }) => all + points, 0)
        expect(earned + sum).toBeLessThanOrEqual(Math.max(earned, Math.floor((base * fifth) / 10_000)))
        for (const { points, uncut_points, cut_by } of parts) {
          expect(points).toBeGreaterThan(0)
          expect(points < uncut_points).toBe(cut_by !== null)
        }
      },
    ),
  )
})

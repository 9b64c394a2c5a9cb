import { describe, expect, test } from 'vitest'
import { type GrantFacts, grantPoints } from './grant-points.ts'
import type { HeldPoints } from './take-points.ts'

const until = { early: '2026-12-31T14:59:59+00:00', late: '2027-11-21T14:59:59+00:00' }
const giver: HeldPoints = {
  point_limited: 120,
  point_regular: 500,
  point_regular_expires_on: '2027-11-21',
  lots: [
    { id: 'early', remaining: 100, expires_at: until.early },
    { id: 'late', remaining: 20, expires_at: until.late },
  ],
}
const factsOf = (change: Partial<GrantFacts> = {}): GrantFacts => ({
  is_approved: false,
  ceiling: 1_000,
  ceiling_day: 3_000,
  granted_today: 0,
  giver: null,
  ...change,
})

test('the shop grants out of nothing of a member’s', () => {
  expect(grantPoints(factsOf(), 300)).toEqual({ code: null, taken: null })
})

describe('a move', () => {
  test('takes limited points first, by their ends, and what it takes keeps its end', () => {
    expect(grantPoints(factsOf({ giver }), 110)).toMatchObject({
      taken: {
        limited: 110,
        regular: 0,
        lots: [
          { lot: 'early', points: 100, until: until.early },
          { lot: 'late', points: 10, until: until.late },
        ],
      },
    })
  })

  test('of regular points ends when the giver’s would have', () => {
    expect(grantPoints(factsOf({ giver }), 200)).toMatchObject({
      taken: { limited: 120, regular: 80, regular_until: '2027-11-21T14:59:59.000Z' },
    })
  })
})

describe('nothing is granted', () => {
  const approval = { code: 'APPROVAL_REQUIRED', again: true }
  test.each<[string, GrantFacts, number, object]>([
    ['of more than the giver has', factsOf({ giver }), 621, { code: 'INSUFFICIENT_POINT' }],
    ['above what a clerk may grant at once', factsOf(), 1_001, approval],
    ['above what a clerk may grant in a day', factsOf({ granted_today: 2_500 }), 501, approval],
  ])('%s', (_, facts, points, refusal) => {
    expect(grantPoints(facts, points)).toEqual(refusal)
  })

  test.each<[string, GrantFacts, number]>([
    ['up to the ceiling it is', factsOf(), 1_000],
    ['up to the ceiling of the day it is', factsOf({ granted_today: 2_500 }), 500],
    [
      'above both it is once a second person agreed',
      factsOf({ granted_today: 3_000, is_approved: true }),
      9_999,
    ],
    ['all that the giver has it is', factsOf({ giver }), 620],
  ])('%s', (_, facts, points) => {
    expect(grantPoints(facts, points).code).toBeNull()
  })
})

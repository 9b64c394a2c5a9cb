import { expect, test } from 'vitest'
import { forfeitPoints } from './forfeit-points.ts'

const wallet = { balance_bonus: 30, point_debt: 5, lots: [] }
const of = { id: 'leaving', customer_id: 'member', store_id: 'home' }

test('every point goes, and given balance stays', () => {
  expect(forfeitPoints({ ...wallet, point_regular: 100, point_limited: 50 }, of)).toEqual({
    kind: 'expire',
    ...of,
    message: { code: 'forfeited' },
    transfers: [
      { code: 'forfeit_points', debit: 'point_regular', credit: 'points_expired', amount: 100 },
      { code: 'forfeit_points', debit: 'point_limited', credit: 'points_expired', amount: 50 },
    ],
  })
})

test('where there are none, nothing moves', () => {
  expect(forfeitPoints({ ...wallet, point_regular: 0, point_limited: 0 }, of)).toBeNull()
})

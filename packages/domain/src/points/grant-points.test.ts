import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { usedCode } from '../testing/used-code.ts'
import type { Movement } from '../movements/movement.ts'
import { type GrantFacts, grantPoints, type GrantWish } from './grant-points.ts'
import type { HeldPoints } from './take-points.ts'
import type { PointWallet } from './wallet.ts'

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
const wallet: PointWallet = { balance_bonus: 0, point_regular: 5, point_limited: 0, point_debt: 0, lots: [] }
const access = accessOf(personOf('register'))
const approved = { ...access, approver: personOf('manager') }
const factsOf = (change: Partial<GrantFacts> = {}): GrantFacts => ({
  access,
  is_stopped: false,
  codes: [],
  ceiling: 1_000,
  ceiling_day: 3_000,
  granted_today: 0,
  wallet,
  giver: null,
  ...change,
})
const wishOf = (points: number, giver_id: string | null = null): GrantWish => ({
  transaction_id: 'in',
  giver_transaction_id: 'out',
  actor_id: 'clerk',
  approved_by: null,
  store_id: 'shop',
  customer_id: 'receiver',
  code_id: 'code',
  message: { code: giver_id === null ? 'received_from_store' : 'received_from_member' },
  giver_id,
  giver_code_id: giver_id && 'giver_code',
  giver_message: giver_id === null ? null : { code: 'moved_to_member' },
  points,
  reason: 'お詫び',
})
const decide = (facts: GrantFacts, points: number) =>
  grantPoints(facts, wishOf(points, facts.giver && 'giver'))
const movementsOf = (facts: GrantFacts, points: number): Movement[] => {
  const decision = decide(facts, points)
  if (decision.code !== null) throw new Error(decision.code)
  return decision.movements
}

describe('the shop grants', () => {
  test('regular points, which live on by it, out of nothing of a member’s', () => {
    expect(movementsOf(factsOf(), 300)).toEqual([
      {
        id: 'in',
        kind: 'grant',
        customer_id: 'receiver',
        store_id: 'shop',
        employee_id: 'clerk',
        approved_by: null,
        reason: 'お詫び',
        pay_code_id: 'code',
        message: { code: 'received_from_store' },
        renews: true,
        transfers: [{ code: 'hand_points', debit: 'points_cost', credit: 'point_regular', amount: 300 }],
      },
    ])
  })

  test('and what is owed is paid off', () => {
    const [, repaid] = movementsOf(factsOf({ wallet: { ...wallet, point_debt: 100 } }), 300)
    expect(repaid).toMatchObject({
      kind: 'adjustment',
      customer_id: 'receiver',
      transfers: [{ debit: 'point_regular', credit: 'point_debt', amount: 100 }],
    })
  })
})

describe('a move', () => {
  test('takes limited points first, by their ends, and what it takes keeps its end', () => {
    const [given, received] = movementsOf(factsOf({ giver }), 110)
    expect(given).toMatchObject({
      id: 'out',
      kind: 'transfer',
      customer_id: 'giver',
      pay_code_id: 'giver_code',
      lots: [
        { lot: 'early', points: 100, until: until.early },
        { lot: 'late', points: 10, until: until.late },
      ],
      point_lots: [
        { lot: 'early', change: -100 },
        { lot: 'late', change: -10 },
      ],
      transfers: [{ code: 'move_points', debit: 'point_limited', credit: 'points_moved', amount: 110 }],
    })
    expect(received).toMatchObject({
      id: 'in',
      kind: 'transfer',
      transfers: [{ debit: 'points_moved', credit: 'point_limited', amount: 110 }],
      new_point_lots: [
        { amount: 100, until: until.early },
        { amount: 10, until: until.late },
      ],
    })
    expect(received!.renews).toBeUndefined()
  })

  test('of regular points ends when the giver’s would have, in one lot with what ends then', () => {
    const [given, received] = movementsOf(factsOf({ giver }), 200)
    expect(given!.transfers.map(({ debit, amount }) => [debit, amount])).toEqual([
      ['point_limited', 120],
      ['point_regular', 80],
    ])
    expect(received!.new_point_lots).toEqual([
      { amount: 100, until: until.early },
      { amount: 100, until: '2027-11-21T14:59:59.000Z' },
    ])
  })

  test('keeps apart what ends within the same second', () => {
    const lots = ['59.5', '59.500001'].map((second, n) => ({
      id: String(n),
      remaining: 1,
      expires_at: `2027-11-21T14:59:${second}+00:00`,
    }))
    const [, received] = movementsOf(factsOf({ giver: { ...giver, lots, point_limited: 2 } }), 2)
    expect(received!.new_point_lots).toHaveLength(2)
  })
})

describe('nothing is granted', () => {
  const approval = { code: 'APPROVAL_REQUIRED', again: true }
  test.each<[string, Partial<GrantFacts>, number, object]>([
    ['by who does not sell here', { access: accessOf(personOf('owner')) }, 1, { code: 'FORBIDDEN' }],
    [
      'with a second person who may not agree',
      { access: { ...access, approver: personOf('register', 'second') } },
      1,
      { code: 'FORBIDDEN' },
    ],
    [
      'with who is in one hand with the clerk',
      { access: { ...approved, are_independent: false } },
      1,
      { code: 'APPROVAL_LINKED' },
    ],
    ['to oneself', { access: { ...access, is_own: true } }, 1, { code: 'POINTS_SELF' }],
    ['to who has been stopped', { is_stopped: true }, 1, { code: 'CUSTOMER_SUSPENDED' }],
    ['with a code that has served', { codes: [usedCode] }, 1, { code: 'QR_ALREADY_USED' }],
    ['to nobody', { wallet: null }, 1, { code: 'NOT_FOUND' }],
    ['of more than the giver has', { giver }, 621, { code: 'INSUFFICIENT_POINT' }],
    ['above what a clerk may grant at once', {}, 1_001, approval],
    ['above what a clerk may grant in a day', { granted_today: 2_500 }, 501, approval],
  ])('%s', (_, facts, points, refusal) => {
    expect(decide(factsOf(facts), points)).toEqual(refusal)
  })

  test('from a member to the same one, or from one that there is not', () => {
    expect(grantPoints(factsOf({ giver }), wishOf(1, 'receiver'))).toEqual({ code: 'POINTS_SAME_MEMBER' })
    expect(grantPoints(factsOf(), wishOf(1, 'giver'))).toEqual({ code: 'NOT_FOUND' })
  })

  test.each<[string, Partial<GrantFacts>, number]>([
    ['up to the ceiling it is', {}, 1_000],
    ['up to the ceiling of the day it is', { granted_today: 2_500 }, 500],
    ['above both it is once a second person agreed', { granted_today: 3_000, access: approved }, 9_999],
    ['all that the giver has it is', { giver }, 620],
  ])('%s', (_, facts, points) => {
    expect(decide(factsOf(facts), points).code).toBeNull()
  })
})

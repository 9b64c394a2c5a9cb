import { describe, expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { factsOf } from '../testing/sold.ts'
import { planRefund } from '../refund/plan-refund.ts'
import { takeBackGift } from './take-back-gift.ts'
import { takeBackGrant, type TakeBackGrantFacts } from './take-back-grant.ts'
import { type PointWallet, repayDebt, walletAfter } from './wallet.ts'

const lot = (id: string, remaining: number, day: string, transaction_id = id) => ({
  id,
  remaining,
  expires_at: `${day}T14:59:59Z`,
  transaction_id,
})
const walletOf = (change: Partial<PointWallet> = {}): PointWallet => ({
  balance_bonus: 0,
  point_regular: 0,
  point_limited: (change.lots ?? []).reduce((sum, { remaining }) => sum + remaining, 0),
  point_debt: 0,
  lots: [],
  ...change,
})
const amountsOf = (transfers: readonly { debit: string; amount: number }[]) =>
  Object.fromEntries(transfers.map(({ debit, amount }) => [debit, amount]))

describe('a gift goes back', () => {
  const lots = [lot('early', 30, '2026-12-05'), lot('own', 40, '2027-06-01', 'gift')]

  test.each<
    [string, Partial<PointWallet>, { points: number; yen: number }, object, [string, number][], number]
  >([
    ['out of its own lot first', { lots }, { points: 40, yen: 0 }, { point_limited: 40 }, [['own', -40]], 0],
    [
      'then out of regular points',
      { lots, point_regular: 50 },
      { points: 60, yen: 0 },
      { point_limited: 40, point_regular: 20 },
      [['own', -40]],
      0,
    ],
    [
      'then out of other lots by their ends',
      { lots, point_regular: 10 },
      { points: 60, yen: 0 },
      { point_limited: 50, point_regular: 10 },
      [
        ['own', -40],
        ['early', -10],
      ],
      0,
    ],
    [
      'and what is missing is owed',
      { point_regular: 10 },
      { points: 60, yen: 0 },
      { point_regular: 10, point_debt: 50 },
      [],
      50,
    ],
    [
      'given yen out of given balance, and what was spent of them as points',
      { balance_bonus: 70, point_regular: 100 },
      { points: 0, yen: 100 },
      { balance_bonus: 70, point_regular: 30 },
      [],
      0,
    ],
  ])('%s', (_, wallet, { points, yen }, transfers, changes, owed) => {
    const back = takeBackGift(walletOf(wallet), { id: 'gift', points, yen }, 'points_cost')
    expect(amountsOf(back.transfers)).toEqual(transfers)
    expect(back.point_lots.map(({ lot: id, change }) => [id, change])).toEqual(changes)
    expect(back.points_owed).toBe(owed)
  })

  test('and never more leaves than the member holds, however it lies, and the rest is owed', () => {
    for (let points = 0; points <= 130; points += 7) {
      for (const yen of [0, 40]) {
        const wallet = walletOf({ lots, point_regular: 25, balance_bonus: 15 })
        const back = takeBackGift(wallet, { id: 'gift', points, yen }, 'points_cost')
        expect(back.transfers.reduce((sum, { amount }) => sum + amount, 0)).toBe(points + yen)
        const after = walletAfter(wallet, {
          kind: 'adjustment',
          customer_id: 'member',
          store_id: 'shop',
          ...back,
        })
        expect(
          Math.min(after.balance_bonus, after.point_regular, after.point_limited),
        ).toBeGreaterThanOrEqual(0)
        expect(after.lots.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(after.point_limited)
        expect(after.point_debt > 0 && after.point_regular + after.point_limited > 0).toBe(false)
      }
    }
  })
})

describe('a debt of points is paid off', () => {
  const of = { customer_id: 'member', store_id: 'shop' }
  test.each<[string, Partial<PointWallet>, object | null]>([
    [
      'by regular points first',
      { point_debt: 30, point_regular: 50, point_limited: 9 },
      { point_regular: 30 },
    ],
    [
      'then by those that end',
      { point_debt: 30, point_regular: 20, point_limited: 50 },
      { point_regular: 20, point_limited: 10 },
    ],
    ['as far as they go', { point_debt: 30, point_regular: 5 }, { point_regular: 5 }],
    ['and not without a debt', { point_regular: 5 }, null],
    ['and not without points', { point_debt: 30 }, null],
  ])('%s', (_, wallet, amounts) => {
    const repaid = repayDebt(walletOf(wallet), of)
    expect(repaid && amountsOf(repaid.transfers)).toEqual(amounts)
  })
})

describe('points of the register are taken back', () => {
  const facts: TakeBackGrantFacts = {
    grant: { id: 'gift', customer_id: 'receiver', store_id: 'shop', points: 100, giver: null },
    home_store: 'home',
    people: {
      ...accessOf(personOf('register')),
      taker_id: 'register',
      is_actor_independent: false,
      is_approver_independent: true,
    },
    is_taken_back: false,
    is_of_today: true,
    wallet: walletOf({ point_regular: 100 }),
  }
  const decide = (change: Partial<TakeBackGrantFacts>, people: Partial<TakeBackGrantFacts['people']> = {}) =>
    takeBackGrant(
      { ...facts, ...change, people: { ...facts.people, ...people } },
      { transaction_id: 'back', giver_transaction_id: 'returned', actor_id: 'clerk' },
    )
  const movementsOf = (change: Partial<TakeBackGrantFacts>) => {
    const decided = decide(change)
    if (decided.code !== null) throw new Error(decided.code)
    return decided.movements.map(({ customer_id, store_id, kind, transfers }) => [
      kind,
      customer_id,
      store_id,
      ...transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`),
    ])
  }

  test('what the shop gave goes back to the shop', () => {
    expect(movementsOf({})).toEqual([['adjustment', 'receiver', 'shop', 'point_regular points_cost 100']])
  })

  const giver = {
    transaction_id: 'given',
    customer_id: 'giver',
    regular: 60,
    limited: 40,
    lots: [{ lot: 'emptied', points: 40 }],
    wallet: walletOf(),
    has_left: false,
  }
  const moved = (change: Partial<typeof giver> = {}): Partial<TakeBackGrantFacts> => ({
    grant: { ...facts.grant!, giver: { ...giver, ...change } },
  })
  const taken = ['adjustment', 'receiver', 'shop', 'point_regular points_moved 100']
  const returned = [
    'adjustment',
    'giver',
    'shop',
    'points_moved point_limited 40',
    'points_moved point_regular 60',
  ]

  test('what was moved goes back to the giver, of whom it came', () => {
    expect(movementsOf(moved())).toEqual([taken, returned])
  })

  test('and pays off what the giver owes by now', () => {
    expect(movementsOf(moved({ wallet: walletOf({ point_debt: 70 }) }))).toEqual([
      taken,
      returned,
      ['adjustment', 'giver', 'shop', 'point_regular point_debt 60', 'point_limited point_debt 10'],
    ])
  })

  test('and ends where the giver has left', () => {
    expect(movementsOf(moved({ has_left: true }))).toEqual([
      taken,
      returned,
      ['expire', 'giver', 'home', 'point_regular points_expired 60', 'point_limited points_expired 40'],
    ])
  })

  test.each<[string, Partial<TakeBackGrantFacts>, Partial<TakeBackGrantFacts['people']>, object]>([
    ['of none', { grant: null }, {}, { code: 'TXN_NOT_FOUND', again: true }],
    ['by an employee without the right', {}, { actor: personOf('accounting') }, { code: 'FORBIDDEN' }],
    ['of their own', {}, { is_own: true }, { code: 'POINTS_SELF' }],
    ['twice', { is_taken_back: true }, {}, { code: 'TXN_VOIDED' }],
    ['on the day after', { is_of_today: false }, {}, { code: 'TXN_CLOSED' }],
    ['that a colleague gave', {}, { taker_id: 'colleague' }, { code: 'VOID_APPROVAL' }],
  ])('and nothing %s', (_, change, people, refusal) => {
    expect(decide(change, people)).toEqual(refusal)
  })
})

describe('what follows a refund', () => {
  const whole = { items: null, amount: null, is_void: false, to_balance: false }
  const refund = { id: 'refund', actor_id: 'clerk' }
  const after = (change: Parameters<typeof factsOf>[1], sold: Parameters<typeof factsOf>[0]) => {
    const plan = planRefund(factsOf(sold, change), whole, refund)
    if (plan.code !== null) throw new Error(plan.code)
    return plan.after.map(({ customer_id, employee_id = null, transfers }) => [
      customer_id,
      employee_id,
      ...transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`),
    ])
  }
  const gift = (customer_id: string, points: number) => ({
    id: `gift of ${customer_id}`,
    customer_id,
    points,
    yen: 0,
    has_left: false,
  })

  test('gifts of both, each out of the wallet of their own', () => {
    const inviters = { inviter: walletOf({ point_regular: 30 }) }
    const gifts = [gift('inviter', 50), gift('member', 20)]
    expect(after({ gifts, inviters }, { lines: [1_000] })).toEqual([
      ['inviter', 'clerk', 'point_regular points_cost 30', 'point_debt points_cost 20'],
      ['member', 'clerk', 'point_debt points_cost 20'],
    ])
  })

  test('not the gift of a member who has left: they gave it up', () => {
    const inviters = { inviter: walletOf({ point_regular: 30 }) }
    const gifts = [{ ...gift('inviter', 50), has_left: true }, gift('member', 20)]
    expect(after({ gifts, inviters }, { lines: [1_000] })).toEqual([
      ['member', 'clerk', 'point_debt points_cost 20'],
    ])
  })

  test('a gift is taken out of the points that come back with its sale, and then a debt is paid off', () => {
    const facts = factsOf({ lines: [1_000], points: 200, rate_bp: 0 })
    const wallet = { ...facts.wallet!, point_debt: 500 }
    expect(
      after({ gifts: [gift('member', 50)], wallet }, { lines: [1_000], points: 200, rate_bp: 0 }),
    ).toEqual([
      ['member', 'clerk', 'point_regular points_cost 50'],
      ['member', null, 'point_regular point_debt 150'],
    ])
  })
})

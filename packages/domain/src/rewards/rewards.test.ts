import { describe, expect, test } from 'vitest'
import { type ClaimFacts, claimRewards } from './claim-rewards.ts'
import { followCollection, type Invitation } from './follow-collection.ts'
import { returnableSince } from '../refund/return-window.ts'
import { type InvitationAt, invitationEarns } from './invitation-earns.ts'
import { isRewardDue, payReward, type RewardDueFacts } from './pay-reward.ts'
import { type SaleReward, type SaleRewards, takeBackRewards } from './take-back-rewards.ts'
import type { Movement } from '../movements/movement.ts'

const rewardOf = (id: string, left: number, change: Partial<SaleReward> = {}): SaleReward => ({
  id,
  left,
  is_confirmed: false,
  unclaimed: 0,
  claimed: 0,
  returned: 0,
  ...change,
})
const confirmed = (id: string, left: number, claimed = 0): SaleReward =>
  rewardOf(id, left, { is_confirmed: true, unclaimed: left - claimed, claimed })
const rewardsOf = (rewards: SaleReward[], payable = 0): SaleRewards => ({
  rewards,
  payable,
  inviter_id: 'inviter',
})
const amountsOf = (movements: readonly Movement[]) =>
  movements.map(({ customer_id, step, transfers }) => [
    step,
    customer_id,
    ...transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`),
  ])

describe('rewards of a sale go back', () => {
  const back = {
    sale_id: 'sale',
    store_id: 'shop',
    home_store: 'home',
    employee_id: 'clerk',
    code: 'reward_refunded' as const,
  }
  test.each<[string, SaleReward[], number, number, unknown[][]]>([
    [
      'at the shop while they are pending',
      [rewardOf('a', 100)],
      0,
      60,
      [['reverse', null, 'reward_pending reward_expense 60']],
    ],
    [
      'what is pending first',
      [rewardOf('a', 50), confirmed('b', 100)],
      0,
      80,
      [
        ['reverse', null, 'reward_pending reward_expense 50'],
        ['reverse', 'inviter', 'reward_confirmed reward_expense 30'],
      ],
    ],
    [
      'of what was claimed, as much as can still be paid out',
      [confirmed('a', 100, 100)],
      70,
      100,
      [['reverse', 'inviter', 'reward_confirmed reward_expense 30', 'reward reward_expense 70']],
    ],
    [
      'what is not claimed before what is',
      [confirmed('a', 100, 40)],
      40,
      80,
      [['reverse', 'inviter', 'reward_confirmed reward_expense 60', 'reward reward_expense 20']],
    ],
    [
      'and the rest of a claim that was paid is carried forward',
      [confirmed('a', 100, 100)],
      0,
      100,
      [['reverse', 'inviter', 'reward_confirmed reward_expense 100']],
    ],
    ['and nothing is no movement', [rewardOf('a', 100)], 0, 0, []],
  ])('%s', (_, rewards, payable, amount, movements) => {
    const moved = takeBackRewards(rewardsOf(rewards, payable), amount, back)
    expect(amountsOf(moved)).toEqual(movements)
    // What is moved is what is said of each reward, and no reward gives more than it has.
    const parts = moved.flatMap(({ reward_moves = [] }) => reward_moves)
    expect(parts.reduce((sum, { reversed = 0 }) => sum + reversed, 0)).toBe(amount)
    for (const { reward_id, reversed = 0 } of parts)
      expect(reversed).toBeLessThanOrEqual(rewards.find(({ id }) => id === reward_id)!.left)
  })
})

describe('a reward whose time has come', () => {
  const facts: RewardDueFacts = {
    ...rewardsOf([rewardOf('a', 100)]),
    today: '2026-11-30',
    window_days: 14,
    reward: { id: 'a', sale_id: 'sale', store_id: 'shop' },
    sold_on: '2026-11-15',
    pending: 100,
    left: 100,
    standing: 'good',
    has_left: false,
    is_suspended: false,
    home_store: 'home',
  }
  test.each<[string, Partial<RewardDueFacts>, unknown[][]]>([
    ['is the inviter’s', {}, [['confirm', 'inviter', 'reward_pending reward_confirmed 100']]],
    ['waits while the articles may come back', { window_days: 15 }, []],
    ['waits while head office looks into the invitation', { standing: 'held' }, []],
    ['waits while the inviter is suspended', { is_suspended: true }, []],
    [
      'goes back where the inviter has left',
      { has_left: true },
      [['reverse', null, 'reward_pending reward_expense 100']],
    ],
    [
      'goes back where the invitation is void, at any time',
      { standing: 'void', window_days: 15 },
      [['reverse', null, 'reward_pending reward_expense 100']],
    ],
    [
      'and so does what was confirmed before',
      {
        ...rewardsOf([confirmed('a', 100)]),
        standing: 'void',
        pending: 0,
      },
      [['reverse', 'inviter', 'reward_confirmed reward_expense 100']],
    ],
    ['is left alone once it is confirmed', { pending: 0 }, []],
    ['is left alone once it went back', { standing: 'void', left: 0 }, []],
  ])('%s', (_, change, movements) => {
    const due = { ...facts, ...change }
    expect(amountsOf(payReward(due))).toEqual(movements)
    expect(isRewardDue(due, returnableSince(due))).toBe(movements.length > 0)
  })
})

describe('a claim', () => {
  const facts: ClaimFacts = {
    is_stopped: false,
    are_stopped: false,
    are_frozen: false,
    reward_confirmed: 150,
    balance: 99_800,
    pending: 50,
    balance_max: 100_000,
    rewards: [
      { id: 'old', unclaimed: 100 },
      { id: 'new', unclaimed: 50 },
    ],
    home_store: 'home',
  }
  const claim = (change: Partial<ClaimFacts>, method: 'wallet' | 'bank' = 'bank') =>
    claimRewards({ ...facts, ...change }, { transaction_id: 'claim', actor_id: 'inviter', method })

  test('takes all that is confirmed, into what can be paid out or into balance', () => {
    const [bank, wallet] = [claim({}), claim({}, 'wallet')]
    if (bank.code !== null || wallet.code !== null) throw new Error('refused')
    expect(amountsOf([...bank.movements, ...wallet.movements])).toEqual([
      ['claim', 'inviter', 'reward_confirmed reward 150'],
      ['claim', 'inviter', 'reward_confirmed balance_paid 150'],
    ])
  })

  test('takes the oldest first, less what an earlier claim has to give back', () => {
    const decided = claim({
      reward_confirmed: 110,
      rewards: [{ id: 'owing', unclaimed: -40 }, ...facts.rewards],
    })
    expect(decided).toMatchObject({
      movements: [
        {
          reward_moves: [
            { reward_id: 'old', claimed: 100 },
            { reward_id: 'new', claimed: 10 },
          ],
        },
      ],
    })
  })

  test.each<[string, Partial<ClaimFacts>, 'wallet' | 'bank', object]>([
    ['is suspended or left', { is_stopped: true }, 'bank', { code: 'AUTH_SUSPENDED' }],
    ['may not be paid', { are_stopped: true }, 'wallet', { code: 'PAYOUT_STOPPED' }],
    ['asks while payouts stand still', { are_frozen: true }, 'bank', { code: 'PAYOUT_FROZEN' }],
    [
      'has more to give back than is left',
      { reward_confirmed: -30 },
      'bank',
      { code: 'REWARD_CARRIED', n: 30 },
    ],
    ['has nothing', { rewards: [] }, 'bank', { code: 'REWARD_NONE' }],
    ['has no room on the balance', { pending: 51 }, 'wallet', { code: 'REWARD_BALANCE_LIMIT', n: 100_000 }],
  ])('is refused to who %s', (_, change, method, refusal) => {
    expect(claim(change, method)).toEqual(refusal)
  })

  test('stays with the brand where it becomes balance, also while payouts stand still', () => {
    expect(claim({ are_frozen: true }, 'wallet').code).toBeNull()
  })
})

const inviter = { is_active: true, verified: true, is_stopped: false }
const earning: InvitationAt = { age: 0, days: 365, standing: 'good', inviter, is_of_shop: false }
const year = 365 * 86_400

describe('an invitation earns', () => {
  test.each<[string, Partial<InvitationAt>, boolean]>([
    ['from the moment at which the member came', {}, true],
    ['not by a sale before it', { age: -0.001 }, false],
    ['until its days are over', { age: year - 0.001 }, true],
    ['and not at their end', { age: year }, false],
    ['no time at all where the brand gives it none', { days: 0 }, false],
    ['also while head office looks into it', { standing: 'held' }, true],
    ['not when it is void', { standing: 'void' }, false],
    ['not for an inviter who has stopped', { inviter: { ...inviter, is_active: false } }, false],
    ['nor for one who was stopped, or has left', { inviter: { ...inviter, is_stopped: true } }, false],
    ['nor for one who is not verified', { inviter: { ...inviter, verified: false } }, false],
    ['nor by what the shop sells in which they work', { is_of_shop: true }, false],
  ])('%s', (_, change, earns) => {
    expect(invitationEarns({ ...earning, ...change })).toBe(earns)
  })
})

describe('a collection earns the inviter', () => {
  const sale: Invitation['sales'][string] = {
    is_voided: false,
    at_sale: earning,
    store_id: 'shop',
    sold_on: '2026-11-01',
    earn_base: 1_010,
    collected: 0,
    returned_base: 0,
    kept: 50,
    terms: { rate_bp: 500, base_min: 500 },
  }
  const invitation: Invitation = {
    inviter_id: 'inviter',
    customer_id: 'member',
    rate_bp: 300,
    base_min: 500,
    day_max: 1_000,
    earned_today: 0,
    sales: { sale },
  }
  const earnedBy = (change: Partial<typeof sale>, yen: number, of: Partial<Invitation> = {}) =>
    followCollection({ ...invitation, ...of, sales: { sale: { ...sale, ...change } } }, [
      { sale_id: 'sale', yen },
    ]).map(({ rewards }) => [rewards![0]!.amount, rewards![0]!.cut, rewards![0]!.rate_bp])

  test.each<[string, Partial<typeof sale>, number, Partial<Invitation>, number[][]]>([
    ['what all that is paid earns beyond what was earned', {}, 1_000, {}, [[50, 0, 500]]],
    [
      'at the terms of today where the sale earned nothing',
      { kept: 0, earn_base: 0, terms: null },
      1_000,
      {},
      [[30, 0, 300]],
    ],
    ['as far as the day has room', {}, 1_000, { earned_today: 980 }, [[20, 30, 500]]],
    ['nothing on a day that is full', {}, 1_000, { earned_today: 1_000 }, []],
    ['nothing below the least sale', { kept: 0, earn_base: 0 }, 499, {}, []],
    ['not what an earlier day had no room for', { kept: 20 }, 1_000, {}, [[50, 0, 500]]],
    ['nothing of what has come back', { returned_base: 1_010 }, 1_000, {}, []],
    ['nothing by an invitation that does not count', { at_sale: { ...earning, age: -1 } }, 1_000, {}, []],
    ['nothing by a sale that was voided', { is_voided: true }, 1_000, {}, []],
    ['nothing while the brand pays nothing', {}, 1_000, { rate_bp: 0 }, []],
  ])('%s', (_, change, yen, of, earned) => {
    expect(earnedBy(change, yen, of)).toEqual(earned)
  })

  test('over several sales no more than the day has room for', () => {
    const sales = { one: sale, two: sale }
    const movements = followCollection({ ...invitation, earned_today: 930, sales }, [
      { sale_id: 'one', yen: 1_000 },
      { sale_id: 'two', yen: 1_000 },
    ])
    expect(movements.map(({ rewards }) => rewards![0]!.amount)).toEqual([50, 20])
  })

  test('in parts or at one time it is the same', () => {
    for (let part = 1; part < 1_000; part += 37) {
      const first = earnedBy({}, part)[0]?.[0] ?? 0
      const second = earnedBy({ collected: part, kept: 50 + first }, 1_000 - part)[0]?.[0] ?? 0
      expect(first + second).toBe(50)
    }
  })
})

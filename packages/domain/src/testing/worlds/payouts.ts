import fc from 'fast-check'
import { withheldOf } from '../../payouts/withholding.ts'
import { type ClaimFacts, claimRewards } from '../../rewards/claim-rewards.ts'
import { type Books, claim, confirmedOf } from '../plain-rewards.ts'
import { sum } from '../plain-sales.ts'
import { worldsOf } from './told-twice.ts'

const withheld = worldsOf(
  'of a month, paid out in any parts, a tenth and a fifth of a thousandth above the allowance is withheld in all',
  fc.record({
    fee: fc.nat(500),
    amounts: fc.array(fc.integer({ min: 1_000, max: 400_000 }), { minLength: 1, maxLength: 6 }),
  }),
  ({ fee, amounts }) => {
    let month = { paid: 0, withheld: 0 }
    for (const amount of amounts) {
      const more = withheldOf(amount, fee, month)
      month = { paid: month.paid + amount, withheld: month.withheld + more }
    }
    const taxed = Math.max(0, sum(amounts) - 120_000)
    return { rule: month.withheld, model: Math.floor((taxed * 1_021) / 10_000) }
  },
)

const facts: ClaimFacts = {
  is_stopped: false,
  are_stopped: false,
  are_frozen: false,
  reward_confirmed: 0,
  balance: 0,
  pending: 0,
  balance_max: Number.MAX_SAFE_INTEGER,
  rewards: [],
  home_store: 'home',
}

const claims = worldsOf(
  'confirmed rewards are claimed the oldest first, of one friend or of all, less what is carried forward',
  fc.record({
    sales: fc.array(fc.record({ friend: fc.nat(2), open: fc.integer({ min: -900, max: 2_000 }) }), {
      maxLength: 6,
    }),
    method: fc.constantFrom('wallet' as const, 'bank' as const),
    friend: fc.option(fc.nat(2)),
  }),
  ({ sales, method, friend }) => {
    const books: Books = {
      reward: 0,
      paid: 0,
      sales: sales.map((sale, n) => ({
        ...sale,
        id: `${n}`,
        day: 0,
        left: 0,
        worth: Math.max(0, sale.open),
        confirmed: true,
        claimed: 0,
      })),
    }
    const rewards = books.sales.flatMap(({ id, friend: of, open }) =>
      open !== 0 && (friend === null || friend === of) ? [{ id, unclaimed: open }] : [],
    )
    const decided = claimRewards(
      { ...facts, reward_confirmed: confirmedOf(books), rewards },
      { transaction_id: 'claim', actor_id: 'inviter', method },
    )
    const code = claim(books, method, friend)
    const moves = decided.code === null ? decided.movements : []
    return {
      rule: {
        code: decided.code,
        paid: sum(
          moves.flatMap(({ transfers }) =>
            transfers.map(({ credit, amount }) => (credit === 'balance_paid' ? amount : 0)),
          ),
        ),
        reward: sum(
          moves.flatMap(({ transfers }) =>
            transfers.map(({ credit, amount }) => (credit === 'reward' ? amount : 0)),
          ),
        ),
        claimed: moves.flatMap(({ reward_moves = [] }) =>
          reward_moves.map(({ reward_id, claimed }) => [reward_id, claimed]),
        ),
      },
      model: {
        code,
        paid: books.paid,
        reward: books.reward,
        claimed: books.sales.flatMap(({ id, claimed }) => (claimed > 0 ? [[id, claimed]] : [])),
      },
    }
  },
)

export const payoutWorlds = [withheld, claims]

import type { Decision } from '../movements/movement.ts'
import { movePayout, type Payout } from './payout.ts'

/** Everything that the bank's answer to a file is decided by. */
export type PayoutResultsFacts = {
  /** The employee may look after payouts. */
  is_entitled: boolean
  /** Those that the answer names and the file has, in the order in which they are posted. */
  payouts: readonly Payout[]
  home_store: string
}

/** What the bank said of a payout: `paid`, or why not. */
export type PayoutResult = { payout_id: string; outcome: string; transaction_id: string }

type Code = 'FORBIDDEN' | 'NOT_FOUND' | 'PAYOUT_FILE_CONFLICT' | 'PAYOUT_SELF'

/**
 * Takes what the bank said of payouts of one file, whole or not at all. What was said before may be said again, and moves
 * nothing; said otherwise, it refuses all, and `n` is the reference of the first. Between the file and the answer it is not
 * known whether the money arrived: until then it stays put aside, and can neither be asked for again nor given back.
 */
export function recordPayoutResults(
  { is_entitled, payouts, home_store }: PayoutResultsFacts,
  by: {
    actor_id: string
    results: readonly PayoutResult[]
    /** It is the bank's own file. */
    is_file: boolean
  },
): Decision<Code> {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  const results = new Map(by.results.map((result) => [result.payout_id, result]))
  if (results.size !== by.results.length || payouts.length !== results.size) return { code: 'NOT_FOUND' }
  const said = payouts.map((payout) => ({ payout, result: results.get(payout.id)! }))
  const contrary = said.filter(({ payout, result }) => isContrary(payout, result))
  if (contrary.length > 0)
    return {
      code: 'PAYOUT_FILE_CONFLICT',
      n: Math.min(...contrary.map(({ payout }) => payout.reference)),
    }
  const open = said.filter(({ payout }) => payout.status === 'exported')
  // An employee cannot say of a payout of their own that the bank did not pay it, for that would bring the same money
  // twice; and by hand they say nothing of it at all.
  if (open.some(({ payout, result }) => payout.is_own && (result.outcome !== 'paid' || !by.is_file)))
    return { code: 'PAYOUT_SELF' }
  return {
    code: null,
    movements: open.map(({ payout, result: { outcome, transaction_id } }) =>
      movePayout(outcome === 'paid' ? 'pay' : 'return', payout, {
        transaction_id,
        employee_id: by.actor_id,
        home_store,
      }),
    ),
  }
}

function isContrary({ status, failure }: Payout, { outcome }: PayoutResult): boolean {
  if (status === 'exported') return false
  return outcome === 'paid' ? status !== 'paid' : status !== 'failed' || failure !== outcome
}

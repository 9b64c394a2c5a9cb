import type { Decision } from '../movements/movement.ts'
import { movePayout, type Payout } from './payout.ts'

/** Everything that the end of a payout is decided by, before the bank has it or after it had paid. */
export type EndPayoutFacts = {
  /** The employee may look after payouts. */
  is_entitled: boolean
  /** Null where there is none, or none of the member who asks. */
  payout: Payout | null
  home_store: string
}

/**
 * Takes a request back: its member until the cut-off, as long as it is not approved, or accounting until it is in a file. A
 * second time it is the same act, which moves nothing.
 */
export function cancelPayout(
  { is_entitled, payout, home_store }: EndPayoutFacts,
  by: { return_id: string; member_id: string | null; actor_id: string | null },
): Decision<'TXN_NOT_FOUND' | 'FORBIDDEN' | 'PAYOUT_CANCEL_CLOSED' | 'PAYOUT_STATE'> {
  const isMember = by.member_id !== null
  if (payout === null) return { code: 'TXN_NOT_FOUND' }
  if (!isMember && !is_entitled) return { code: 'FORBIDDEN' }
  const { status } = payout
  if (status === 'canceled') return { code: null, movements: [] }
  if (isMember && (status !== 'requested' || payout.is_past_cutoff)) return { code: 'PAYOUT_CANCEL_CLOSED' }
  if (status !== 'requested' && status !== 'approved') return { code: 'PAYOUT_STATE' }
  const transaction = { transaction_id: by.return_id, employee_id: by.actor_id, home_store }
  return { code: null, movements: [movePayout('return', payout, transaction)] }
}

/**
 * The money came back after the bank had paid it (組戻し). A second time it is the same act, which moves nothing. For a
 * payout of one's own, a colleague says so.
 */
export function recallPayout(
  { is_entitled, payout, home_store }: EndPayoutFacts,
  by: { return_id: string; actor_id: string; failure: string },
): Decision<'FORBIDDEN' | 'NOT_FOUND' | 'PAYOUT_SELF' | 'PAYOUT_STATE'> {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  if (payout === null) return { code: 'NOT_FOUND' }
  if (payout.is_own) return { code: 'PAYOUT_SELF' }
  if (payout.is_recalled && payout.failure === by.failure) return { code: null, movements: [] }
  if (payout.status !== 'paid') return { code: 'PAYOUT_STATE' }
  const transaction = { transaction_id: by.return_id, employee_id: by.actor_id, home_store }
  return { code: null, movements: [movePayout('recall', payout, transaction)] }
}

import type { Refusal } from '../movements/movement.ts'
import type { Payout } from './payout.ts'
import { heldByMember, type IsHolder, type PayoutStanding } from './standing.ts'

/** Everything that the approval of requests is decided by. */
export type ApprovePayoutsFacts = {
  /** The employee may look after payouts. */
  is_entitled: boolean
  /** Those of the requests that there are. */
  payouts: readonly (Payout & PayoutStanding)[]
  /** The books do not balance. */
  are_frozen: boolean
}

type Code = 'FORBIDDEN' | 'PAYOUT_SELF' | 'PAYOUT_STATE' | 'PAYOUT_HELD' | 'NOT_FOUND' | 'PAYOUT_FROZEN'

/** Approves all of these requests or none. `n` is the reference of the one that stands against it. */
export function approvePayouts(
  { is_entitled, payouts, are_frozen }: ApprovePayoutsFacts,
  ids: readonly string[],
  isHolder: IsHolder,
): { code: null } | Refusal<Code> {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  for (const payout of payouts) {
    const code = refusalOf(payout)
    if (code !== null) return { code, n: payout.reference }
  }
  if (payouts.length !== ids.length) return { code: 'NOT_FOUND' }
  if (are_frozen) return { code: 'PAYOUT_FROZEN' }
  // Whose account reads otherwise than their name is found out last, as the file does.
  const others = payouts.filter((payout) => !isHolder(payout)).map(({ reference }) => reference)
  return others.length > 0 ? { code: 'PAYOUT_HELD', n: Math.min(...others) } : { code: null }
}

function refusalOf(payout: Payout & PayoutStanding): Code | null {
  if (payout.is_own) return 'PAYOUT_SELF'
  if (payout.status !== 'requested') return 'PAYOUT_STATE'
  return heldByMember(payout) === null ? null : 'PAYOUT_HELD'
}

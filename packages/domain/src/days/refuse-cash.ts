/** The line of the law for dealers in precious metals, in yen: beyond it in cash of one person on one day it is known who they are. */
const lawLine = 2_000_000

/** What the law on cash asks about before more of it is taken. Yen. */
export type CashDay = {
  /** From how much on the brand asks who pays; beyond the law's line it is asked all the same. */
  identity_over: number
  /** Cash of the member's business day so far, over all shops. Without a member, of the one sale. */
  paid: number
  /** Who pays is written down: for the member's day, or for this one sale. */
  is_known: boolean
  /** A manager holds it for suspicious, and whether the person who asks may take it all the same. */
  is_suspicious: boolean
  may_take_suspicious: boolean
}

export type CashRefusal = 'CASH_KYC_REQUIRED' | 'SUSPICIOUS_HOLD'

/**
 * Why so much more cash cannot be taken now; null where it can. Deals that were split count as one, also across our
 * shops, and what a manager holds for suspicious is completed by a manager alone.
 *
 * @param day null where no cash is paid, or the line is known to be far
 */
export function refuseCash(day: CashDay | null, more: number): CashRefusal | null {
  if (day === null || day.paid + more <= Math.min(lawLine, day.identity_over)) return null
  if (!day.is_known) return 'CASH_KYC_REQUIRED'
  return day.is_suspicious && !day.may_take_suspicious ? 'SUSPICIOUS_HOLD' : null
}

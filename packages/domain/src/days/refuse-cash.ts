/** The line of the law for dealers in precious metals, in yen: beyond it in cash of one person on one day it is known who they are. */
const lawLine = 2_000_000

/** A payment in cash, of which it may be written down who makes it. `business_date`: a day of its shop. */
type CashPayment = { transaction_id: string | null; customer_id: string | null; business_date: string }

/** Who pays, as a clerk wrote it down. */
export type CashCheck = CashPayment & {
  /** A manager holds it for suspicious. */
  is_suspicious: boolean
}

/** What the law on cash asks about before more of it is taken. Yen. */
export type CashDay = {
  /** From how much on the brand asks who pays; beyond the law's line it is asked all the same. */
  identity_over: number
  /** Cash of the member's business day so far, over all shops. Without a member, of the one sale. */
  paid: number
  payment: CashPayment
  /** What was written down of this payment, and of the member's day. */
  checks: readonly CashCheck[]
  /** The person who asks may take what is held for suspicious. */
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
  const checks = day.checks.filter((check) => covers(check, day.payment))
  if (checks.length === 0) return 'CASH_KYC_REQUIRED'
  return checks.some(({ is_suspicious }) => is_suspicious) && !day.may_take_suspicious
    ? 'SUSPICIOUS_HOLD'
    : null
}

/** A member's check covers the member's day, in all shops; without a member it covers the one sale. */
function covers(check: CashCheck, { transaction_id, customer_id, business_date }: CashPayment): boolean {
  if (check.customer_id !== customer_id) return false
  if (check.transaction_id === transaction_id) return true
  return customer_id !== null && check.business_date === business_date
}

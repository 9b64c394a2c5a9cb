import { refuseCode as refuseShown } from '../codes/refuse-code.ts'
import { refuseDeferral } from '../deferred/refuse-deferral.ts'
import type { Refusal } from '../movements/movement.ts'
import type { Payer, SaleApproval, SaleFacts, SaleTerms, SaleWish } from './facts.ts'

/** Who asks, and at which register. */
export function refuseRegister({ is_entitled, is_here }: SaleFacts): Refusal | null {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  return is_here ? null : { code: 'NOT_FOUND' }
}

/**
 * The code that was shown, or the checkout that holds it. A code is good once, at one register at a time, and for a
 * short time; a register that has taken it in time keeps it. A sale in one step takes what was opened for the same code,
 * and nothing that was opened for another.
 */
export function refuseCode(facts: SaleFacts, wish: SaleWish): Refusal | null {
  const { code, payer } = facts
  if (facts.is_of_others) return { code: 'PAYMENT_STATE' }
  if (code === null) {
    if (wish.checkout_id !== null) return { code: 'TXN_NOT_FOUND' }
    if (wish.is_scanned) return { code: 'QR_INVALID' }
    return wish.points > 0 || wish.balance > 0 || wish.later > 0 ? { code: 'MEMBER_REQUIRED' } : null
  }
  // The codes of a stopped account are void, and a register is to be told why.
  if (code.state === 'void' && payer?.is_suspended === true) return { code: 'CUSTOMER_SUSPENDED' }
  const isEnded = code.state === 'spent' || code.state === 'void'
  const isClaimed = code.state === 'claimed'
  if (wish.checkout_id === null) {
    const shown = refuseShown(code)
    return shown === null ? null : { code: shown }
  }
  if (isEnded) return { code: 'PAYMENT_STATE' }
  if (isClaimed && !code.is_claimed_here) return { code: 'QR_CLAIMED' }
  if (code.is_over && !(isClaimed && code.is_claim_live)) return { code: 'QR_EXPIRED' }
  return facts.is_open_here ? null : { code: 'PAYMENT_STATE' }
}

/** What the customer has and may. `n` is the limit, or the yen that are missing. */
export function refusePayer(
  facts: SaleFacts,
  payer: Payer,
  terms: SaleTerms,
  wish: SaleWish,
): Refusal | null {
  const { points, balance, later } = wish
  if (payer.is_suspended) return { code: 'CUSTOMER_SUSPENDED' }
  if (payer.is_own) return { code: 'SELF_DEALING' }
  if (points > payer.point_limited + payer.point_regular) return { code: 'INSUFFICIENT_POINT' }
  if (balance > terms.pay_once_max) return { code: 'PAY_LIMIT_ONCE', n: terms.pay_once_max }
  const missing = balance - payer.balance_paid - payer.balance_bonus
  if (missing > 0) return { code: 'INSUFFICIENT_BALANCE', n: missing }
  if (balance > 0 && spentToday(payer, facts.business_date) + balance > terms.pay_day_max) {
    return { code: 'PAY_LIMIT_DAY', n: terms.pay_day_max }
  }
  if (later === 0) return null
  if (facts.deferral === null) return { code: 'LATER_UNAVAILABLE' }
  const isOverridden = wish.override_by !== null || wish.override_approval_id !== null
  return refuseDeferral(facts.deferral, later, isOverridden)
}

/** Days of a wallet never go back: shops begin theirs at hours of their own. */
function spentToday({ balance_spent_on, balance_spent }: Payer, businessDate: string): number {
  return balance_spent_on !== null && balance_spent_on >= businessDate ? balance_spent : 0
}

/** A cart that was put aside is paid once, by the register that took it back, as that register saw it last. */
export function refuseParked({ parked }: SaleFacts, wish: SaleWish): Refusal | null {
  if (wish.parked_id === null) return null
  if (parked === null) return { code: 'PARKED_NOT_FOUND' }
  if (parked.status !== 'parked' && parked.status !== 'resumed') return { code: 'PARKED_ENDED' }
  if (parked.status !== 'resumed' || !parked.is_here) return { code: 'PARKED_ELSEWHERE' }
  return parked.version === wish.parked_version ? null : { code: 'CONFLICT' }
}

/** Second persons' approvals that a sale uses up, as what they are used, and who gave them. */
export type UsedApprovals = {
  signed_by: string | null
  override_by: string | null
  approved_by: string | null
  used: { id: string; kind: string; amount: number | null; subject: object }[]
}

/**
 * A signature without a phone needs a second person, a late payer who defers once more does, and a discount as well: each
 * by an approval of exactly this.
 */
export function takeApprovals(facts: SaleFacts, wish: SaleWish): UsedApprovals | Refusal {
  const used: UsedApprovals['used'] = []
  const take = (id: string, kind: string, amount: number | null, subject: Record<string, unknown>) => {
    used.push({ id, kind, amount, subject })
    const fits = facts.approvals.find((one) => one.id === id && isFor(one, wish, kind, amount, subject))
    return fits?.decided_by ?? null
  }
  const ofCustomer = { user_id: facts.payer?.user_id ?? null }
  let { override_by } = wish
  let signed_by: string | null = null
  let approved_by: string | null = null
  if (wish.signed_approval_id !== null) {
    signed_by = take(wish.signed_approval_id, 'later_signed', wish.later, ofCustomer)
    if (signed_by === null) return { code: 'APPROVAL_REQUIRED' }
  }
  if (wish.override_approval_id !== null) {
    override_by = take(wish.override_approval_id, 'later_overdue', wish.later, ofCustomer)
    if (override_by === null) return { code: 'APPROVAL_REQUIRED' }
  }
  if (wish.discount_approval_id !== null) {
    approved_by = take(wish.discount_approval_id, 'discount', wish.discount, { gross: wish.gross })
    if (approved_by === null) return { code: 'DISCOUNT_APPROVAL' }
  }
  return { signed_by, override_by, approved_by, used }
}

function isFor(
  approval: SaleApproval,
  wish: SaleWish,
  kind: string,
  amount: number | null,
  subject: Record<string, unknown>,
): boolean {
  const names = Object.keys(subject)
  return (
    approval.is_good &&
    approval.kind === kind &&
    approval.store_id === wish.store_id &&
    approval.amount === amount &&
    approval.requested_by === wish.actor_id &&
    Object.keys(approval.subject).length === names.length &&
    names.every((name) => approval.subject[name] === subject[name])
  )
}

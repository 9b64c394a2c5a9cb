import { type AccessFacts, isEntitled } from '../access/people.ts'
import type { Decision, Refusal as RefusalOf } from '../movements/movement.ts'
import { type Account, transfersOf } from '../movements/transfer.ts'
import { type HalfYear, quotaOf } from './quota.ts'

/** What is paid back, why, and how the money reaches its holder. */
type Cashout = {
  id: string
  user_id: string
  amount: number
  reason: 'within_quota' | 'relocation' | 'emigration' | 'other_hardship' | 'business_end'
  way: 'bank' | 'cash'
  note: string
}

/** Whether so much may leave at this moment. */
type LeaveFacts = {
  /** Nothing is paid out until the books balance. */
  are_frozen: boolean
  is_suspended: boolean
  /** What the member owes the brand. */
  receivable: number
  balance_paid: number
  /** Null where the reason is another one than the quota. */
  half_year: HalfYear | null
}

/** Everything that a request for a cash-out is decided by. */
export type RequestCashoutFacts = {
  /** Null where the member has no wallet. */
  leave: LeaveFacts | null
  access: AccessFacts
  /** A request of the member waits already. */
  is_waiting: boolean
}

/** Everything that an owner's agreement is decided by. */
export type ApproveCashoutFacts = {
  access: AccessFacts
  /** Null where there is no such request. */
  cashout: (Cashout & Decided) | null
  leave: LeaveFacts
  /** The owner and the employee who asked are one hand. */
  is_linked: boolean
  /** The shop in whose books it stands. */
  home_store: string
}

/** Everything by which it is decided whether a request is taken back or refused. */
export type DeclineCashoutFacts = {
  access: AccessFacts
  cashout: Decided | null
}

type Decided = {
  status: 'requested' | 'paid' | 'rejected' | 'withdrawn'
  requested_by: string
  decided_by: string | null
}

type LeaveCode = 'PAYOUT_FROZEN' | 'CASHOUT_HELD' | 'CASHOUT_ABOVE_BALANCE' | 'PREPAID_CASHOUT_PROHIBITED'
type RequestCode = LeaveCode | 'NOT_FOUND' | 'FORBIDDEN' | 'CASHOUT_SELF' | 'CASHOUT_WAITING'
type ApproveCode =
  | LeaveCode
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'APPROVAL_OWN'
  | 'APPROVAL_LINKED'
  | 'CASHOUT_SELF'
  | 'STEP_UP_REQUIRED'

/** Given balance and points never become money. Only the first of the reasons needs room in the quota. */
function refuseLeave(
  { are_frozen, is_suspended, receivable, balance_paid, half_year }: LeaveFacts,
  amount: number,
): RefusalOf<LeaveCode> | null {
  if (are_frozen) return { code: 'PAYOUT_FROZEN' }
  // The account of a member who is stopped may be in strange hands.
  if (is_suspended || receivable > 0) return { code: 'CASHOUT_HELD' }
  if (amount > balance_paid) return { code: 'CASHOUT_ABOVE_BALANCE', n: balance_paid }
  return half_year !== null && amount > quotaOf(half_year).remaining
    ? { code: 'PREPAID_CASHOUT_PROHIBITED' }
    : null
}

/** Head office asks for unused paid balance to be paid back in money. Nothing moves, and nothing is held, until then. */
export function requestCashout(
  { leave, access, is_waiting }: RequestCashoutFacts,
  { amount }: { amount: number },
): { code: null } | RefusalOf<RequestCode> {
  if (leave === null) return { code: 'NOT_FOUND' }
  if (!isEntitled(access, 'cashout')) return { code: 'FORBIDDEN' }
  if (access.is_own) return { code: 'CASHOUT_SELF' }
  if (is_waiting) return { code: 'CASHOUT_WAITING' }
  return refuseLeave(leave, amount) ?? { code: null }
}

/** The money of the brand that a cash-out is paid from. */
const paidFrom: Readonly<Record<Cashout['way'], Account>> = { bank: 'bank', cash: 'cash_office' }

/**
 * An owner agrees, and the balance is gone; what they have agreed to before moves nothing. Everything is looked at anew.
 * The owner proves who they are only when nothing else stands against it.
 */
export function approveCashout(
  facts: ApproveCashoutFacts,
  { actor_id, is_proven }: { actor_id: string; is_proven: boolean },
): Decision<ApproveCode> {
  const { cashout } = facts
  if (!isEntitled(facts.access, 'cashout.approve')) return { code: 'FORBIDDEN' }
  if (cashout === null) return { code: 'NOT_FOUND' }
  if (cashout.status === 'paid' && cashout.decided_by === actor_id) return { code: null, movements: [] }
  if (cashout.status !== 'requested') return { code: 'CONFLICT' }
  if (cashout.requested_by === actor_id) return { code: 'APPROVAL_OWN' }
  if (facts.is_linked) return { code: 'APPROVAL_LINKED' }
  if (facts.access.is_own) return { code: 'CASHOUT_SELF' }
  const refusal = refuseLeave(facts.leave, cashout.amount)
  if (refusal) return refusal
  if (!is_proven) return { code: 'STEP_UP_REQUIRED', again: true }
  const { id, user_id, amount, way, note } = cashout
  return {
    code: null,
    movements: [
      {
        id,
        kind: 'prepaid_cashout',
        customer_id: user_id,
        store_id: facts.home_store,
        employee_id: cashout.requested_by,
        approved_by: actor_id,
        reason: note,
        spent_total: amount,
        transfers: transfersOf([['prepaid_cashout', 'balance_paid', paidFrom[way], amount]]),
      },
    ],
  }
}

/** The employee who asked takes it back; an owner who did not ask refuses it. To do so once more changes nothing. */
export function declineCashout(
  { access, cashout }: DeclineCashoutFacts,
  { actor_id }: { actor_id: string },
): { code: null; status: 'withdrawn' | 'rejected' } | RefusalOf<'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT'> {
  if (!isEntitled(access, 'cashout')) return { code: 'FORBIDDEN' }
  if (cashout === null) return { code: 'NOT_FOUND' }
  const status = cashout.requested_by === actor_id ? 'withdrawn' : 'rejected'
  if (status === 'rejected' && !isEntitled(access, 'cashout.approve')) return { code: 'FORBIDDEN' }
  const isDone = cashout.status === status && cashout.decided_by === actor_id
  return isDone || cashout.status === 'requested' ? { code: null, status } : { code: 'CONFLICT' }
}

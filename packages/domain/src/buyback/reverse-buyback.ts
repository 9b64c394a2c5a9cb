import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { paidFrom } from './buy-back.ts'
import { isOpen, type PurchaseStanding } from './standing.ts'

/** Everything that the taking back of a purchase is decided by. */
export type ReverseBuybackFacts = {
  /** Null where there is no such purchase. */
  purchase:
    | (PurchaseStanding & {
        id: string
        store_id: string
        register_id: string | null
        customer_id: string | null
        amount: number
        /** One of its pieces is on sale or gone. */
        has_moved_on: boolean
        /** It is of the business day that is open. */
        is_of_today: boolean
        /** Of the member whose balance it was paid into. */
        balance_paid: number | null
      })
    | null
  /** The id that the act names is another movement's. */
  is_id_taken: boolean
  /** The employee may buy in this shop. */
  is_entitled: boolean
  /** The second person, or the employee without one, has nothing to do with the clerk who bought. */
  is_independent: boolean
  /** Employee and second person are one hand. */
  is_linked: boolean
  /** What was bought was an account's of one of them. */
  is_own: boolean
}

export type ReverseBuybackWish = {
  id: string
  actor_id: string
  approved_by: string | null
  /** What came back, as the employee counted it. */
  amount: number
  reason: string
}

type Code =
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'DAY_CLOSED'
  | 'FORBIDDEN'
  | 'APPROVAL_REQUIRED'
  | 'SELF_DEALING'
  | 'BUYBACK_RETURN'
  | 'INSUFFICIENT_BALANCE'

/**
 * Takes a purchase back on its own business day: the whole sum comes back from where it went. What a bank has paid, and
 * what its seller has spent, does not come back this way.
 */
export function reverseBuyback(facts: ReverseBuybackFacts, wish: ReverseBuybackWish): Decision<Code> {
  const { purchase } = facts
  if (purchase === null) return { code: 'NOT_FOUND' }
  const { amount, paid_by } = purchase
  if (!isOpen(purchase) || purchase.has_moved_on || facts.is_id_taken) return { code: 'CONFLICT' }
  if (!purchase.is_of_today) return { code: 'DAY_CLOSED' }
  if (!facts.is_entitled) return { code: 'FORBIDDEN' }
  // Never by the approval of the clerk who bought.
  if (!facts.is_independent || facts.is_linked) return { code: 'APPROVAL_REQUIRED' }
  if (facts.is_own) return { code: 'SELF_DEALING' }
  if (wish.amount !== amount) return { code: 'BUYBACK_RETURN', n: amount }
  const isBalance = paid_by === 'balance'
  const short = isBalance ? amount - (purchase.balance_paid ?? 0) : 0
  if (short > 0) return { code: 'INSUFFICIENT_BALANCE', n: short }
  return {
    code: null,
    movements: [
      {
        id: wish.id,
        kind: 'adjustment',
        customer_id: isBalance ? purchase.customer_id : null,
        store_id: purchase.store_id,
        register_id: purchase.register_id,
        employee_id: wish.actor_id,
        approved_by: wish.approved_by,
        related_id: purchase.id,
        reason: wish.reason,
        message: { code: 'buyback_taken_back' },
        transfers: transfersOf([['reverse_buyback', paidFrom[paid_by], 'buyback_goods', amount]]),
      },
    ],
  }
}

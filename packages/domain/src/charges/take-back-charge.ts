import { type AccessRefusal, refuseAccess } from '../access/refuse-access.ts'
import { isByIndependent, isByManager, isTheirs, type ReversalPeople } from '../access/reversal.ts'
import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** Everything that the taking back of a charge in cash is decided by. */
export type TakeBackChargeFacts = {
  /** Null where there is no such charge. */
  charge: {
    id: string
    customer_id: string
    store_id: string
    register_id: string | null
    amount: number
  } | null
  people: ReversalPeople
  is_taken_back: boolean
  /** It is of the business day that is open. */
  is_of_today: boolean
  /** What register staff may give back alone. */
  register_max: number
  balance_paid: number
}

export type TakeBackChargeWish = {
  transaction_id: string
  actor_id: string
  approved_by: string | null
  register_id: string | null
  reason: string | null
}

type Code = AccessRefusal | 'TXN_VOIDED' | 'TXN_CLOSED' | 'VOID_APPROVAL' | 'CHARGE_SPENT'

/**
 * Takes a charge back as a whole on its own day: the balance leaves the wallet, the cash the drawer. What was spent
 * meanwhile does not come back this way.
 */
export function takeBackCharge(facts: TakeBackChargeFacts, wish: TakeBackChargeWish): Decision<Code> {
  const { charge, people } = facts
  if (charge === null) return { code: 'TXN_NOT_FOUND', again: true }
  const refusal = refuseAccess('take_back_charge', people)
  if (refusal !== null) return { code: refusal }
  if (facts.is_taken_back) return { code: 'TXN_VOIDED' }
  if (!facts.is_of_today) return { code: 'TXN_CLOSED' }
  // As with sales: beyond what register staff may give back alone, the approval of the clerk who took the money is not
  // enough either.
  const isAgreed =
    charge.amount > facts.register_max ? isByManager(people) && isByIndependent(people) : isTheirs(people)
  if (!isAgreed) return { code: 'VOID_APPROVAL' }
  if (facts.balance_paid < charge.amount)
    return { code: 'CHARGE_SPENT', n: charge.amount - facts.balance_paid }
  return {
    code: null,
    movements: [
      {
        id: wish.transaction_id,
        kind: 'adjustment',
        customer_id: charge.customer_id,
        store_id: charge.store_id,
        register_id: wish.register_id ?? charge.register_id,
        employee_id: wish.actor_id,
        approved_by: wish.approved_by,
        related_id: charge.id,
        reason: wish.reason,
        message: { code: 'charge_taken_back' },
        transfers: transfersOf([['take_back_charge', 'balance_paid', 'drawer', charge.amount]]),
      },
    ],
  }
}

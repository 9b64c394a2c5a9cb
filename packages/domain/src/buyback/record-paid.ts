import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { awaitsBank, type PurchaseStanding } from './standing.ts'

/** Everything by which it is decided whether the transfer for a purchase may be recorded. */
export type BuybackPaidFacts = {
  /** Null where there is no such purchase. */
  purchase: (PurchaseStanding & { id: string; store_id: string; amount: number }) | null
  /** The employee may make transfers, and is not the clerk who bought. */
  is_entitled: boolean
  /** The employee and the clerk who bought are one hand. */
  is_linked: boolean
  /** The seller's account is the employee's own. */
  is_own: boolean
}

type Code = 'NOT_FOUND' | 'CONFLICT' | 'FORBIDDEN' | 'APPROVAL_LINKED' | 'SELF_DEALING'

/** The transfer for a purchase has been made: once, and never by the clerk who bought, or to themself. */
export function recordBuybackPaid(
  facts: BuybackPaidFacts,
  wish: { transaction_id: string; actor_id: string },
): Decision<Code> {
  const { purchase } = facts
  if (purchase === null) return { code: 'NOT_FOUND' }
  if (!awaitsBank(purchase)) return { code: 'CONFLICT' }
  if (!facts.is_entitled) return { code: 'FORBIDDEN' }
  if (facts.is_linked) return { code: 'APPROVAL_LINKED' }
  if (facts.is_own) return { code: 'SELF_DEALING' }
  return {
    code: null,
    movements: [
      {
        id: wish.transaction_id,
        kind: 'adjustment',
        customer_id: null,
        store_id: purchase.store_id,
        employee_id: wish.actor_id,
        related_id: purchase.id,
        message: { code: 'buyback_transfer' },
        transfers: transfersOf([['transfer_buyback', 'buyback_payable', 'bank', purchase.amount]]),
      },
    ],
  }
}

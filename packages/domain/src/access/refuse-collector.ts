import type { DebtTender } from '../sales/tenders.ts'
import { type AccessFacts, hasRight, isOfShop } from './people.ts'

export type CollectorRefusal = 'FORBIDDEN' | 'NOT_FOUND' | 'SELF_DEALING'

/** Whether the customer pays by themself, in their app. */
export function isByCustomer({ actor }: AccessFacts, customer_id: string): boolean {
  return actor.id === customer_id
}

/**
 * Why who acts may not collect what a customer owes. The customer's own money moves by themselves, in their app and
 * from their balance alone; a shop takes it at its registers, and head office finds it on the brand's bank account.
 */
export function refuseCollector(
  access: AccessFacts,
  { customer_id, tender }: { customer_id: string; tender: DebtTender },
): CollectorRefusal | null {
  const { actor, store_id } = access
  if (!access.is_signed_in) return 'FORBIDDEN'
  if (isByCustomer(access, customer_id)) return tender === 'balance' && store_id === null ? null : 'FORBIDDEN'
  const isTheirs =
    tender === 'bank' ? hasRight(actor, 'later.bank') : hasRight(actor, 'later.collect') && isOfShop(access)
  if (!actor.is_active || !isTheirs) return 'FORBIDDEN'
  if (!access.is_register_here) return 'NOT_FOUND'
  return access.is_own ? 'SELF_DEALING' : null
}

import { holds } from '@shirogane/contract/wire/rights'
import type { Actor } from '../../../context.ts'

/** Customers see their own movements, staff those of their store, head office all. Everything else is not there. */
export function mayRead(
  actor: Actor,
  subject: { customer_id: string | null; store_id: string | null },
): boolean {
  if (actor.role === 'customer') return subject.customer_id === actor.user_id
  if (holds(actor.role, 'shops.read')) return true
  return subject.store_id !== null && subject.store_id === actor.employee?.store_id
}

import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../context.ts'
import { isCustomerOf, isServed } from './store.ts'

/**
 * Whether the caller has a reason to look at what this customer owes: they owe the store, are being served or were
 * served today; a manager also for customers who ever bought there, head office for all.
 */
export async function maySeeDebts(ctx: Context, actor: Actor, customerId: string): Promise<boolean> {
  const employee = actor.employee
  if (!employee) return false
  if (holds(employee.type, 'shops.read')) return true
  if (employee.store_id === null) return false
  if (await isServed(ctx.db, customerId, employee.store_id)) return true
  return holds(employee.type, 'later.limit') && isCustomerOf(ctx.db, customerId, employee.store_id)
}

import type { Actor, Context } from '../../../context.ts'
import { isCustomerOf, isServed } from './store.ts'

/**
 * Whether the caller has a reason to look at what this customer owes: they owe the store, are being served or were served
 * today; a manager also for whoever ever bought there, head office for everybody.
 */
export async function maySeeDebts(ctx: Context, actor: Actor, customerId: string): Promise<boolean> {
  const employee = actor.employee
  if (!employee) return false
  if (employee.type === 'owner' || employee.type === 'accounting') return true
  if (employee.store_id === null) return false
  if (await isServed(ctx.db, customerId, employee.store_id)) return true
  return employee.type === 'manager' && isCustomerOf(ctx.db, customerId, employee.store_id)
}

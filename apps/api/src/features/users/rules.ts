import type { EmployeeType } from '../../context.ts'

/** What the screens of an employee may offer. The server asks the role again at every call. */
const permissionsByType: Readonly<Record<EmployeeType, readonly string[]>> = {
  register: ['sell', 'sales.read'],
  manager: ['sell', 'sales.read', 'refund', 'close', 'customer.read'],
  accounting: ['payout', 'reports.read'],
  kyc_reviewer: ['kyc.review'],
  owner: ['sales.read', 'customer.read', 'reports.read', 'settings'],
}

export function permissionsOf(type: EmployeeType): string[] {
  return [...permissionsByType[type]]
}

type Reason = { held: boolean; paid_today: boolean; paid: boolean }

/** Till staff see whom they serve now or served today; a manager also whoever ever paid at the store. */
export function maySeeCustomer(type: EmployeeType, reason: Reason): boolean {
  if (type === 'owner') return true
  if (type === 'manager') return reason.held || reason.paid
  return type === 'register' && (reason.held || reason.paid_today)
}

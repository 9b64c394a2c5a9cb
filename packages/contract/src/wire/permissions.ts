import { type Ceiling, ceilingOf, type EmployeeType, holds, type Permission } from './rights.ts'

/** What a second person can be asked for. */
export const approvalKinds = [
  'discount',
  'refund',
  'void',
  'correction',
  'grant',
  'close_difference',
  'later_limit',
  'later_overdue',
  'later_signed',
  'stock_adjust',
  'stock_count',
  'cash_guard',
  'buyback',
  'rank',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** The right that the approving person must have, up to the amount to which they have it. */
const approvedBy: Readonly<Record<ApprovalKind, Permission | 'approve.floor'>> = {
  discount: 'discount',
  refund: 'refund',
  void: 'void',
  correction: 'correct',
  grant: 'points.grant',
  close_difference: 'approve.floor',
  later_limit: 'later.limit',
  later_overdue: 'later.limit',
  later_signed: 'later.limit',
  stock_adjust: 'stock.adjust',
  stock_count: 'stock.count',
  cash_guard: 'approve.floor',
  buyback: 'buyback',
  rank: 'rank.agree',
}

/** Whether this role can be the second person for such an act, and up to which amount; a ceiling counts where there is one. */
export function decisionRight(type: EmployeeType, kind: ApprovalKind): true | Ceiling | null {
  const right = approvedBy[kind]
  if (!holds(type, 'approve') || !holds(type, right)) return null
  return right === 'approve.floor' ? true : (ceilingOf(type, right) ?? true)
}

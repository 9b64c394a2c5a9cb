import { type EmployeeType, holds, type Permission } from './rights.ts'
import type { NumberSetting } from '../rules/setting-catalogue.ts'

/**
 * A right up to an amount: the brand sets it under this key of its settings, and may raise or lower it; where a store has
 * its own in a column, that one counts.
 */
export type Ceiling = { setting: NumberSetting; fallback: number; of_store?: 'register_refund_max' }

/** Points that one employee may grant without a second person: at once, and in one day. */
export const pointCeilings = {
  register: {
    once: { setting: 'points.register_max', fallback: 1_000 },
    day: { setting: 'points.register_day_max', fallback: 5_000 },
  },
  manager: {
    once: { setting: 'points.manager_max', fallback: 10_000 },
    day: { setting: 'points.manager_day_max', fallback: 50_000 },
  },
} as const

const refundCeiling: Ceiling = {
  setting: 'refund.register_max',
  fallback: 5_000,
  of_store: 'register_refund_max',
}

/** Where a role does something by itself only up to an amount; beyond it, another person approves, but never their own request. */
const ceilings: Partial<Record<Permission, Partial<Record<EmployeeType, Ceiling>>>> = {
  discount: { register: { setting: 'discount.register_max', fallback: 1_000 } },
  refund: { register: refundCeiling },
  void: { register: refundCeiling },
  'points.grant': { register: pointCeilings.register.once, manager: pointCeilings.manager.once },
  'later.limit': { manager: { setting: 'deferred.limit', fallback: 50_000 } },
  'stock.adjust': { register: { setting: 'stock.register_adjust_max', fallback: 5 } },
  /** Yen by which the drawer may be over or short before a second person looks at it. */
  'close.difference': {
    register: { setting: 'close.difference_max', fallback: 999 },
    manager: { setting: 'close.difference_max', fallback: 999 },
  },
}

/** The amount up to which this role needs no approval; null where it never needs one. */
export function ceilingOf(type: EmployeeType, permission: Permission): Ceiling | null {
  return ceilings[permission]?.[type] ?? null
}

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

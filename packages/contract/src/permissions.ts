import type { EmployeeType } from './endpoint.ts'
import type { NumberSetting } from './setting-catalogue.ts'

/**
 * A right up to an amount: the house sets it under this key of its settings, and may raise or lower it; where a store has
 * its own in a column, that one counts.
 */
export type Ceiling = { setting: NumberSetting; fallback: number; of_store?: 'register_refund_max' }
type Right = true | Ceiling

/** Points that somebody may give without a second person: at once, and in one day. */
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

/** What a shop floor does every day, whoever stands there. */
const floor = {
  sell: true,
  'sales.read': true,
  'later.collect': true,
  'charge.take': true,
  'cash.move': true,
  'report.x': true,
  close: true,
  'stock.read': true,
  'stock.receive': true,
} as const

/**
 * The one table of what each role may do by itself. A right that is not here does not exist for that role; an amount
 * beyond a ceiling needs somebody else's approval. Nobody approves what they asked for themselves, head office included.
 */
const rights = {
  register: {
    ...floor,
    discount: { setting: 'discount.register_max', fallback: 1_000 },
    refund: refundCeiling,
    void: refundCeiling,
    'points.grant': pointCeilings.register.once,
    'stock.adjust': { setting: 'stock.register_adjust_max', fallback: 5 },
    /** Yen by which the drawer may be over or short before a second person looks at it. */
    'close.difference': { setting: 'close.difference_max', fallback: 999 },
  },
  manager: {
    ...floor,
    discount: true,
    refund: true,
    void: true,
    correct: true,
    reopen: true,
    'points.grant': pointCeilings.manager.once,
    'later.limit': { setting: 'deferred.limit', fallback: 50_000 },
    'stock.adjust': true,
    'stock.count': true,
    'close.difference': { setting: 'close.difference_max', fallback: 999 },
    buyback: true,
    'customer.read': true,
    'reports.read': true,
    'campaigns.read': true,
    contacts: true,
    'staff.read': true,
    staff: true,
    'log.read': true,
    approve: true,
  },
  accounting: {
    'sales.read': true,
    'reports.read': true,
    'staff.read': true,
    'later.limit': true,
    'later.write_off': true,
    payout: true,
    prepaid: true,
    'rank.agree': true,
    approve: true,
  },
  kyc_reviewer: { 'kyc.review': true },
  owner: {
    'sales.read': true,
    refund: true,
    void: true,
    correct: true,
    reopen: true,
    close: true,
    'report.x': true,
    discount: true,
    'points.grant': true,
    'later.limit': true,
    'later.write_off': true,
    'close.difference': true,
    'stock.read': true,
    'stock.receive': true,
    'stock.adjust': true,
    'stock.count': true,
    buyback: true,
    'customer.read': true,
    'reports.read': true,
    'campaigns.read': true,
    campaigns: true,
    levels: true,
    'rank.agree': true,
    contacts: true,
    prepaid: true,
    payout: true,
    banners: true,
    settings: true,
    'kyc.review': true,
    'staff.read': true,
    staff: true,
    'log.read': true,
    approve: true,
  },
} as const satisfies Record<EmployeeType, Record<string, Right>>

export type Permission = { [Type in EmployeeType]: keyof (typeof rights)[Type] }[EmployeeType]

const rightOf = (type: EmployeeType, permission: Permission): Right | undefined =>
  (rights[type] as Partial<Record<Permission, Right>>)[permission]

/** Whether this role does such a thing at all, with or without a second person. */
export function can(type: EmployeeType, permission: Permission): boolean {
  return rightOf(type, permission) !== undefined
}

export function permissionsOf(type: EmployeeType): Permission[] {
  return Object.keys(rights[type]) as Permission[]
}

/** Up to where this role needs nobody else: null where it needs nobody ever. */
export function ceilingOf(type: EmployeeType, permission: Permission): Ceiling | null {
  const right = rightOf(type, permission)
  return right === undefined || right === true ? null : right
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
  'stock_adjust',
  'stock_count',
  'cash_guard',
  'buyback',
  'rank',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** The right that whoever approves must have, up to the amount to which they have it. */
const approvedBy: Readonly<Record<ApprovalKind, Permission>> = {
  discount: 'discount',
  refund: 'refund',
  void: 'void',
  correction: 'correct',
  grant: 'points.grant',
  close_difference: 'approve',
  later_limit: 'later.limit',
  later_overdue: 'later.limit',
  stock_adjust: 'stock.adjust',
  stock_count: 'stock.count',
  cash_guard: 'approve',
  buyback: 'buyback',
  rank: 'rank.agree',
}
/** What belongs to the shop floor and its head: the books are not asked about it. */
const notForTheBooks: ReadonlySet<ApprovalKind> = new Set(['close_difference', 'cash_guard'])

/** Whether this role can be the second person for such an act, and up to which amount; a ceiling counts where there is one. */
export function decisionRight(type: EmployeeType, kind: ApprovalKind): true | Ceiling | null {
  if (!can(type, 'approve') || (type === 'accounting' && notForTheBooks.has(kind))) return null
  return rightOf(type, approvedBy[kind]) ?? null
}

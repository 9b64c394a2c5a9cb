import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'

/** One deferred sale as its debt stands. */
export const deferredDebt = z.strictObject({
  /** The sale. */
  id,
  number: z.string(),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  status: z.enum(['open', 'partially_paid', 'settled', 'written_off', 'cancelled']),
  bought_on: businessDate,
  due_on: businessDate,
  /** Days since the due day while something is owed; 0 until then. */
  days_late: whole,
  amount: whole,
  collected: whole,
  /** What refunds took away of it. */
  cancelled: whole,
  remaining: whole,
})
export type DeferredDebt = z.infer<typeof deferredDebt>

/** What is owed, by how late it is: not due yet, and up to 30, up to 60 and more days after the due day. */
export const debtAgeing = z.strictObject({ not_due: whole, late_30: whole, late_60: whole, late_more: whole })
export type DeferredAgeing = z.infer<typeof debtAgeing>

export const debtNote = z.strictObject({ note: z.string(), by: z.string(), at: instant })

export const debtor = z.strictObject({
  user: z.strictObject({ id, username: z.string(), name: z.string(), avatar: z.nullable(z.string()) }),
  /** Over all stores, and of it what was deferred at the asked one. */
  total: whole,
  here: whole,
  limit: whole,
  oldest_on: businessDate,
  due_on: businessDate,
  days_late: whole,
  overdue: z.boolean(),
  ageing: debtAgeing,
  last_note: z.nullable(debtNote),
  /** Whose balance may pay it, as the drawer offers it: what the customer holds. */
  balance: whole,
  transactions: z.array(deferredDebt),
})
export type Debtor = z.infer<typeof debtor>

/** What a customer may defer now, and why not where they may not. */
export const debtStanding = z.strictObject({
  limit: whole,
  total: whole,
  /** What is left of the limit. */
  available: whole,
  overdue: z.boolean(),
  /** The day on which a purchase of today would be due. */
  due_on: businessDate,
  refusal: z.nullable(z.strictObject({ code: z.string(), message: z.string() })),
})
export type DeferredStanding = z.infer<typeof debtStanding>

export const pay = z.union([z.int().min(1).max(limits.amountMax), z.literal(true)])
export const collectErrors = [
  'DEFERRED_NONE',
  'DEFERRED_EXCEEDS',
  'INSUFFICIENT_BALANCE',
  'PAYMENT_UNKNOWN',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
] as const

import { z } from 'zod'
import { cashoutReasons, cashoutWays } from '../../terms/cashout-terms.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'

const statuses = ['requested', 'paid', 'rejected', 'withdrawn'] as const

export const quota = z.strictObject({
  /** The first day of the half-year that today is in. */
  period_from: businessDate,
  /** What the half-year before issued, and what of all balance was unused at its end: paid balance alone. */
  issued: whole,
  unused: whole,
  /** What was paid back in this half-year, for any reason. */
  repaid: whole,
  most: whole,
  remaining: whole,
})
export type CashoutQuota = z.infer<typeof quota>

export const cashoutRow = z.strictObject({
  id,
  /** Of the movement; null until it is paid. */
  number: z.nullable(z.string()),
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  amount: whole,
  reason: z.enum(cashoutReasons),
  way: z.enum(cashoutWays),
  note: z.string(),
  status: z.enum(statuses),
  requested_by: z.string(),
  requested_at: instant,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** What this caller may do with it now: the person who asked takes it back, another owner approves or refuses. */
  may: z.strictObject({ approve: z.boolean(), withdraw: z.boolean(), reject: z.boolean() }),
})
export type Cashout = z.infer<typeof cashoutRow>

export const cashoutMember = z.strictObject({
  id,
  username: z.string(),
  name: z.string(),
  balance_paid: whole,
})
export type CashoutMember = z.infer<typeof cashoutMember>

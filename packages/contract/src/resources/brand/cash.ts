import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

/** Documents whose original is looked at across the counter. Of a number card only the front is, and no number is kept. */
export const identityDocuments = [
  'driver_license',
  'driving_history',
  'my_number_card',
  'residence_card',
  'special_permanent_certificate',
  'passport',
] as const
export type IdentityDocument = (typeof identityDocuments)[number]

const identityMethods = ['in_person_visual', 'in_person_ic'] as const
export type IdentityMethod = (typeof identityMethods)[number]

/** Who a person is, as their documents say it. */
export const identity = {
  name: written.min(1).max(60),
  address: written.min(5).max(200),
  date_of_birth: businessDate,
  occupation: written.min(1).max(40),
  document: z.enum(identityDocuments),
  /** The last digits alone: enough to find the paper again. Never of a number card. */
  document_tail: z.nullable(z.string().regex(/^[0-9A-Za-z]{3,4}$/)),
  method: z.enum(identityMethods),
}

export const cashCheck = z.strictObject({
  id,
  number: z.string(),
  business_date: businessDate,
  checked_at: instant,
  checked_by: z.string(),
  store: z.string(),
  customer: z.nullable(z.strictObject({ id, username: z.string() })),
  transaction_id: z.nullable(id),
  amount: whole,
  ...identity,
  purpose: z.string(),
  /** Only for managers: the member never learns of it. */
  suspicious: z.boolean(),
  note: z.nullable(z.string()),
  /** Until this day the law wants it kept. */
  keep_until: businessDate,
})
export type CashCheck = z.infer<typeof cashCheck>

export const cashDay = z.strictObject({
  business_date: businessDate,
  /** Null for sales of one register in a row without a member. */
  customer: z.nullable(z.strictObject({ id, username: z.string(), name: z.nullable(z.string()) })),
  store: z.nullable(z.string()),
  total: whole,
  sales: whole,
  largest: whole,
  checked: z.boolean(),
})
export type CashDay = z.infer<typeof cashDay>

export const cashCheckBody = z.strictObject({
  /** Made by the register before it sends: the same check twice is one. */
  id,
  /**
   * The sale that waits for it, or that turned out to be cash. Its member is the one whose code the register holds, or
   * whose sale it is. Where a debt is collected it is an id of the register's own.
   */
  transaction_id: id,
  /** Whose debt is collected: a customer whom the caller serves. */
  user_id: z.optional(id),
  amount: z.int().min(1).max(limits.amountMax),
  ...identity,
  purpose: written.min(1).max(60),
  suspicious: z.optional(z.boolean()),
  note: z.optional(written.max(400)),
  /** The original was held in hand. */
  seen: z.literal(true),
})
export type CashCheckBody = z.infer<typeof cashCheckBody>

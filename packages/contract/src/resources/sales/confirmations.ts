import { z } from 'zod'
import { businessDate, id, instant, whole } from '../shapes.ts'

const confirmationStates = [
  'pending',
  'approved',
  'declined',
  /** The customer did not answer in time, or the answer was not used. */
  'expired',
  /** The register took it back. */
  'withdrawn',
  'spent',
] as const

/**
 * A large or deferred payment, or a move of points to another member, as its customer is shown it on their own phone.
 */
export const confirmation = z.strictObject({
  id,
  kind: z.enum(['payment', 'move']),
  /** Who gets the points of a move, by one letter; null for a payment. */
  receiver: z.nullable(z.string()),
  /** Of the sale, which bears the same id when it is paid. */
  transaction_id: id,
  state: z.enum(confirmationStates),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** Of the whole sale, and what leaves the customer's balance and points for it; of a move, the points. */
  total: whole,
  balance: whole,
  points: whole,
  /** What of it is paid on one later day, and on which; null where nothing is deferred. */
  later: whole,
  due_on: z.nullable(businessDate),
  /** Until then it can be answered; in seconds as well, for phones whose clock is wrong. */
  expires_at: instant,
  expires_in: whole,
})
export type Confirmation = z.infer<typeof confirmation>

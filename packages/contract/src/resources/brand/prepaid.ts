import { z } from 'zod'
import { businessDate, whole } from '../shapes.ts'

/** One bucket on one day, or over a period: what was there before, what moved, and what was there afterwards. */
export const prepaidColumns = z.strictObject({
  opening: whole,
  issued: whole,
  /** Issues that were taken back, such as a charge that was voided. */
  cancelled: whole,
  used: whole,
  /** What returns of articles brought back into the balance. */
  returned: whole,
  expired: whole,
  /** Paid out in money, which the law allows in few cases. */
  repaid: whole,
  closing: whole,
})
export type PrepaidColumns = z.infer<typeof prepaidColumns>

export const prepaidBaseDate = z.strictObject({
  on: businessDate,
  /** False for the one that is still to come: its figures are those of today. */
  reached: z.boolean(),
  /** The first day of the half-year that ends on it. */
  from: businessDate,
  paid: whole,
  bonus: whole,
  /** What the law counts: the paid balance, and the given one too unless both are shown and booked apart. */
  counted: whole,
  over: z.boolean(),
  /** At least half of it is to be secured; zero where it is not over. */
  deposit: whole,
  report_by: businessDate,
})
export type PrepaidBaseDate = z.infer<typeof prepaidBaseDate>

export const prepaidPeriod = z
  .object({ from: z.optional(businessDate), until: z.optional(businessDate) })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    message: 'PERIOD_REVERSED',
  })

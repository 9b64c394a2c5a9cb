import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { businessDate, instant, whole } from './resources.ts'

/** One bucket on one day, or over a period: what was there before, what moved, and what was there afterwards. */
export const prepaidColumns = z.strictObject({
  opening: whole,
  issued: whole,
  /** Issues that were taken back, such as a charge that was voided. */
  cancelled: whole,
  used: whole,
  /** What returns of goods brought back into the balance. */
  returned: whole,
  expired: whole,
  /** Paid out in money, which the law allows in few cases. */
  repaid: whole,
  closing: whole,
})
export type PrepaidColumns = z.infer<typeof prepaidColumns>

const buckets = z.strictObject({ paid: prepaidColumns, bonus: prepaidColumns })

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

const period = z
  .object({ from: z.optional(businessDate), until: z.optional(businessDate) })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    message: 'PERIOD_REVERSED',
  })

export const prepaid = {
  book: endpoint({
    name: 'admin.prepaid',
    summary: '前払残高の記録（発行・回収・失効・払戻し・未使用残高と基準日）',
    who: ['accounting', 'owner'],
    query: period,
    status: 200,
    output: z.strictObject({
      as_of: instant,
      from: businessDate,
      until: businessDate,
      /** True where the given balance is not counted. */
      separate: z.boolean(),
      unused: z.strictObject({ paid: whole, bonus: whole, counted: whole }),
      /** From here on head office is told, and beyond the last the law asks for a report and security. */
      alerts: z.array(whole),
      threshold: whole,
      base_dates: z.array(prepaidBaseDate),
      total: buckets,
      /** Every day of the period, the newest first. */
      days: z.array(z.strictObject({ on: businessDate, ...buckets.shape })),
    }),
    errors: ['PERIOD_TOO_LONG'],
  }),
  csv: endpoint({
    name: 'admin.prepaidCsv',
    summary: '前払残高の記録のCSV',
    who: ['accounting', 'owner'],
    query: period,
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'text/csv; charset=utf-8',
    errors: ['PERIOD_TOO_LONG'],
  }),
}

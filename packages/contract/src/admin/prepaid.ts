import { z } from 'zod'
import { prepaidBaseDate, prepaidColumns, prepaidPeriod } from '../resources/brand/prepaid.ts'
import { businessDate, instant, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

const buckets = z.strictObject({ paid: prepaidColumns, bonus: prepaidColumns })

export const prepaid = endpoint({
  name: 'admin.prepaid',
  call: 'GET /v1/admin/prepaid',
  table: 'staff',
  summary: '前払残高の記録（発行・回収・失効・払戻し・未使用残高と基準日）',
  right: 'prepaid',
  note: 'sums of the brand, no person in them',
  query: prepaidPeriod,
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
})

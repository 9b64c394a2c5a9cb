import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { actGroups } from './log-terms.ts'
import { anyJson, businessDate, id, instant, pageOf, pageQuery } from './resources.ts'

const values = z.nullable(z.record(z.string(), anyJson))

export const act = z.strictObject({
  id,
  at: instant,
  by: z.strictObject({ id, number: z.nullable(z.string()), name: z.string() }),
  /** What was done, such as `staff.stopped`. */
  action: z.string(),
  /** Which thing it was done to, such as `staff:<id>`. */
  object: z.string(),
  store_name: z.nullable(z.string()),
  /** The member of staff or customer whom it was about. */
  subject: z.nullable(z.string()),
  before: values,
  after: values,
  note: z.string(),
  request_id: z.string(),
})
export type RecordedAct = z.infer<typeof act>

const query = {
  store_id: z.optional(id),
  employee_id: z.optional(id),
  group: z.optional(z.enum(actGroups)),
  from: z.optional(businessDate),
  until: z.optional(businessDate),
}

export const log = {
  list: endpoint({
    name: 'admin.log',
    summary: '操作履歴（店長は自店舗だけ。新しい順）',
    who: ['manager', 'owner'],
    query: z.object({ ...pageQuery.shape, ...query }),
    status: 200,
    output: pageOf(act),
    errors: ['PERIOD_REVERSED'],
  }),
  csv: endpoint({
    name: 'admin.logCsv',
    summary: '操作履歴のCSV（書き出しも履歴に残る）',
    who: ['manager', 'owner'],
    query: z.object(query),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'text/csv; charset=utf-8',
    errors: ['PERIOD_REVERSED', 'SEARCH_TOO_WIDE'],
  }),
}

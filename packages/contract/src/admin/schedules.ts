import { z } from 'zod'
import { instant, whole } from '../resources/shapes.ts'
import { jobs } from '../rules/jobs.ts'
import { endpoint } from '../wire/endpoint.ts'

export const schedules = endpoint({
  name: 'admin.schedules',
  call: 'GET /v1/admin/schedules',
  table: 'staff',
  summary: '自動処理の予定と、最後に行われた時刻・所要時間・結果',
  right: 'schedules.read',
  status: 200,
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        job: z.enum(jobs),
        /** How long it rests after each run; null where it is done once for each day. */
        every_seconds: z.nullable(whole),
        /** The time of Tokyo from which it is done, such as `04:00`; null where it is done again and again. */
        daily_at: z.nullable(z.string().regex(/^\d{2}:\d{2}$/)),
        /** The last run at any process; null before the first one. */
        last: z.nullable(
          z.strictObject({
            at: instant,
            duration_ms: whole,
            /** Class and code of the error that ended it; null where it came to its end. */
            error: z.nullable(z.string()),
          }),
        ),
        /** How many runs have failed in a row, up to the last one. */
        failures: whole,
        /** Whether it should have run again by now. */
        is_late: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

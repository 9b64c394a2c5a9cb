import { z } from 'zod'
import { instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const exportCall = endpoint({
  name: 'users.export',
  call: 'GET /v1/users/me/export',
  table: 'customer',
  summary: '登録情報のダウンロード（JSONと、取引のCSV。本人確認が必要）',
  right: 'member',
  reach: 'after-proof',
  status: 200,
  output: z.strictObject({
    generated_at: instant,
    data: z.record(z.string(), z.unknown()),
    /** The transactions once more, for a spreadsheet. */
    csv: z.string(),
  }),
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED'],
})

import { z } from 'zod'
import { empty } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stopByCode = endpoint({
  name: 'payoutMethods.stopByCode',
  call: 'POST /v1/payout-methods/stop',
  table: 'reward',
  summary: '心当たりのない受取口座の停止（お知らせに届いた停止番号で、72時間以内に一度だけ。ログインは不要）',
  right: 'anyone',
  note: 'only with the number of a letter about an account, else 400 PAYOUT_STOP_INVALID',
  body: z.strictObject({ code: z.string().min(1).max(64) }),
  status: 204,
  output: empty,
  errors: ['PAYOUT_STOP_INVALID', 'RATE_LIMITED'],
  lost: { ask: 'payoutMethods.list' },
})

import { z } from 'zod'
import { instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const changeMethod = endpoint({
  name: 'rewards.changeMethod',
  call: 'PATCH /v1/affiliates/affiliator/reward_method',
  table: 'reward',
  summary: '報酬の受け取り方の変更（残高または銀行口座。月末の自動の受け取りから適用。再度の本人確認が必要）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'after-proof' },
  note: '403 NOT_AFFILIATOR to other members',
  body: z.strictObject({ method: z.enum(['wallet', 'bank']) }),
  status: 200,
  output: z.strictObject({ method: z.enum(['wallet', 'bank']), method_since: z.nullable(instant) }),
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR', 'STEP_UP_REQUIRED'],
  lost: 'again',
})

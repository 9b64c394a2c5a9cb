import { z } from 'zod'
import { sentPin } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const sendReset = endpoint({
  name: 'auth.sendReset',
  call: 'PATCH /v1/auth/send/reset',
  table: 'customer',
  summary: 'パスワード再設定の確認番号を送る（登録の有無は答えない）',
  right: 'join',
  note: 'staff reset only through a manager/admin (403 to a staff session; a staff credential sent anonymously = same 200, no message sent)',
  body: z.strictObject({ credential: z.string().min(1).max(254) }),
  status: 200,
  output: sentPin,
  errors: ['RATE_LIMITED'],
  lost: 'anew',
})

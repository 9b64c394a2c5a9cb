import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const stayAwake = endpoint({
  name: 'auth.stayAwake',
  call: 'POST /v1/auth/staff/awake',
  table: 'staff',
  summary: 'レジの画面が操作されていることを伝える（5分以上操作がなければPINが必要）',
  right: 'sell',
  note: 'a till of a browser that was left for five minutes: 403 STEP_UP_REQUIRED, and so for every act but signing in',
  status: 200,
  output: z.strictObject({}),
  errors: ['STEP_UP_REQUIRED'],
  lost: 'again',
})

import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const undoEmail = endpoint({
  name: 'auth.undoEmail',
  call: 'POST /v1/auth/email/undo',
  table: 'customer',
  summary: 'メールアドレスの変更の取り消し（変更前のアドレスに届いた番号で、72時間以内に一度だけ）',
  right: 'anyone',
  reach: 'with-code',
  note: 'the code that the old address was sent, else 400 EMAIL_UNDO_INVALID',
  body: z.strictObject({ code: z.string().min(1).max(64) }),
  status: 200,
  output: z.strictObject({
    /** The address that is in force again, masked. */
    email: z.string(),
    /** The run of a new password has begun in this browser, past its code. */
    may_reset: z.boolean(),
  }),
  errors: ['EMAIL_UNDO_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  lost: { ask: 'auth.login' },
})

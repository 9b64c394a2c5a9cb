import { z } from 'zod'
import { invitationCode } from '../../resources/brand/staff.ts'
import { passwordInput } from '../../resources/members/auth.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const staffWelcome = endpoint({
  name: 'auth.staffWelcome',
  call: 'POST /v1/auth/staff/welcome',
  table: 'customer',
  summary: '招待されたスタッフが自分のパスワードとPINを決める（一度だけ）',
  right: 'anyone',
  reach: 'with-code',
  note: 'the code of an invitation, once, else 410 STAFF_INVITATION_INVALID',
  body: z.strictObject({ code: invitationCode, password: passwordInput, pin: z.string().min(1).max(20) }),
  status: 200,
  output: z.strictObject({ number: z.string() }),
  errors: [
    'STAFF_INVITATION_INVALID',
    'PASSWORD_TOO_SHORT_STAFF',
    'PASSWORD_TOO_COMMON',
    'STAFF_PIN_FORMAT',
    'STAFF_PIN_WEAK',
  ],
  lost: { ask: 'auth.login' },
})

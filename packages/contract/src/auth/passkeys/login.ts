import { z } from 'zod'
import { assertion } from '../../resources/members/account-security.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const token = z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

export const passkeyLogin = endpoint({
  name: 'auth.passkeyLogin',
  call: 'POST /v1/auth/passkeys/login',
  table: 'customer',
  summary: 'パスキーでログイン',
  right: 'anyone',
  note: 'a wrong key is 400, never 401',
  headers: ['X-Client-Type'],
  body: z.strictObject({ credential: assertion }),
  status: 200,
  output: z.strictObject({ user, token }),
  errors: ['PASSKEY_INVALID', 'AUTH_SUSPENDED', 'RATE_LIMITED'],
  lost: 'anew',
})

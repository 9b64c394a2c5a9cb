import { z } from 'zod'
import { passkey } from '../../resources/members/account-security.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const passkeys = endpoint({
  name: 'auth.passkeys',
  call: 'GET /v1/auth/passkeys',
  table: 'customer',
  summary: '登録済みのパスキー',
  right: 'account.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ items: z.array(passkey) }),
  errors: ['NOT_VERIFIED'],
})

import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const removePasskey = endpoint({
  name: 'auth.removePasskey',
  call: 'DELETE /v1/auth/passkeys/{id}',
  table: 'customer',
  summary: 'パスキーの削除（本人確認が必要）',
  right: 'account.own',
  reach: 'after-proof',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED'],
  lost: { ask: 'auth.passkeys' },
})

import { z } from 'zod'
import { refreshBody, refreshed } from '../resources/members/auth.ts'
import { endpoint } from '../wire/endpoint.ts'

export const refreshToken = endpoint({
  name: 'auth.refreshToken',
  call: 'PATCH /v1/auth/refreshToken',
  table: 'first',
  summary: 'リフレッシュトークンの更新（入れ替え）',
  right: 'anyone',
  reach: { all: 'own', anonymous: 'no-session', other_customer: 'absent' },
  note: 'as refreshAccessToken; the handle of another session with one’s own cookie is 403, keeps one’s own family and raises the alarm',
  headers: ['X-Requested-By'],
  body: z.strictObject({
    ...refreshBody.shape,
    /** The online store's signature that it is the store; no other caller sends one. */
    client_assertion: z.optional(z.string().max(2_048)),
  }),
  status: 200,
  output: refreshed,
  errors: ['SESSION_REQUIRED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'AUTH_SUSPENDED'],
  lost: 'again',
})

import { refreshBody, refreshed } from '../resources/members/auth.ts'
import { endpoint } from '../wire/endpoint.ts'

export const refreshAccessToken = endpoint({
  name: 'auth.refreshAccessToken',
  call: 'PATCH /v1/auth/refreshAccessToken',
  table: 'first',
  summary: 'アクセストークンの更新（リフレッシュトークンはそのまま）',
  right: 'anyone',
  reach: { all: 'own', anonymous: 'no-session', other_customer: 'absent' },
  note: '403 SESSION_REQUIRED and never 401, at which the client would try again for ever',
  headers: ['X-Requested-By'],
  body: refreshBody,
  status: 200,
  output: refreshed,
  errors: ['SESSION_REQUIRED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'AUTH_SUSPENDED'],
  lost: 'again',
})

import { refreshBody } from '../resources/members/auth.ts'
import { empty } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const logout = endpoint({
  name: 'auth.logout',
  call: 'PATCH /v1/auth/logout',
  table: 'first',
  summary: 'ログアウト',
  right: 'anyone',
  reach: { all: 'own', anonymous: 'served', other_customer: 'absent' },
  note: 'needs only the refresh credential; the handle of another session is 404; always clears own cookies',
  body: refreshBody,
  status: 204,
  output: empty,
  errors: ['NOT_FOUND'],
  lost: 'again',
})

import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const me = endpoint({
  name: 'users.me',
  call: 'GET /v1/users/me',
  table: 'first',
  summary: 'ログイン中の利用者',
  right: 'session.own',
  reach: 'own',
  note: 'field allowlist per role',
  status: 200,
  output: user,
  errors: [],
})

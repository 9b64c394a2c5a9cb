import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const me = endpoint({
  name: 'users.me',
  call: 'GET /v1/users/me',
  table: 'first',
  summary: 'ログイン中の利用者',
  right: 'session.own',
  status: 200,
  output: user,
  errors: [],
})

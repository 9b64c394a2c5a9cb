import { level } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const levelCall = endpoint({
  name: 'users.level',
  call: 'GET /v1/users/level',
  table: 'first',
  summary: '会員ランク',
  right: 'member',
  reach: 'own',
  status: 200,
  output: level,
  errors: ['NOT_VERIFIED'],
})

import { empty } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const ticket = endpoint({
  name: 'auth.ticket',
  call: 'POST /v1/auth/ticket',
  table: 'customer',
  summary: '登録画面のチケット（Cookie。空き確認に必要）',
  right: 'anyone',
  reach: { other_customer: 'served' },
  note: 'a cookie that says that a page was opened; opens nothing alone',
  status: 204,
  output: empty,
  errors: ['RATE_LIMITED'],
  lost: 'anew',
})

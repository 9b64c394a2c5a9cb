import { z } from 'zod'
import { user } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const agreeToTos = endpoint({
  name: 'users.agreeToTos',
  call: 'POST /v1/users/agree_to_tos',
  table: 'customer',
  summary: '利用規約への同意',
  right: 'session.own',
  reach: 'own',
  note: 'only the version in force',
  body: z.strictObject({ version: z.string().max(20) }),
  status: 200,
  output: user,
  errors: ['CONFLICT'],
  lost: 'again',
})

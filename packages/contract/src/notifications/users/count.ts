import { z } from 'zod'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const count = endpoint({
  name: 'notifications.count',
  call: 'GET /v1/notifications/users/count',
  table: 'first',
  summary: '未読のお知らせの数',
  right: 'session.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ count: whole }),
  errors: [],
})

import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const pushKey = endpoint({
  name: 'notifications.pushKey',
  call: 'GET /v1/notifications/push/key',
  table: 'customer',
  summary: 'Web Pushの公開鍵（利用できないときは null）',
  right: 'session.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ key: z.nullable(z.string()) }),
  errors: [],
})

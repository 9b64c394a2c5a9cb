import { z } from 'zod'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const readAll = endpoint({
  name: 'notifications.readAll',
  call: 'PATCH /v1/notifications/read',
  table: 'customer',
  summary: 'お知らせをすべて既読にする',
  right: 'session.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ count: whole }),
  errors: [],
  lost: 'again',
})

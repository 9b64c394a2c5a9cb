import { z } from 'zod'
import { notification } from '../resources/members/notifications.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showNotification = endpoint({
  name: 'notifications.show',
  call: 'GET /v1/notifications/{id}',
  table: 'customer',
  summary: 'お知らせの詳細',
  right: 'session.own',
  reach: 'own',
  params: z.object({ id }),
  status: 200,
  output: notification,
  errors: [],
})

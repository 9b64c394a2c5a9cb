import { z } from 'zod'
import { notification } from '../../resources/members/notifications.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const readNotifications = endpoint({
  name: 'notifications.read',
  call: 'PATCH /v1/notifications/{id}/read',
  table: 'customer',
  summary: 'お知らせを既読にする',
  right: 'session.own',
  reach: 'own',
  params: z.object({ id }),
  status: 200,
  output: notification,
  errors: [],
  lost: 'again',
})

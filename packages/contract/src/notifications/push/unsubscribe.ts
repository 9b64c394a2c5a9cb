import { empty } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const unsubscribe = endpoint({
  name: 'notifications.unsubscribe',
  call: 'DELETE /v1/notifications/push',
  table: 'customer',
  summary: 'この端末で通知を受け取らない',
  right: 'session.own',
  reach: 'own',
  status: 204,
  output: empty,
  errors: [],
  lost: 'again',
})

import { notificationSettings } from '../../resources/members/notifications.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const settings = endpoint({
  name: 'notifications.settings',
  call: 'GET /v1/notifications/settings',
  table: 'customer',
  summary: '通知の設定と、この端末の状態',
  right: 'session.own',
  reach: 'own',
  note: 'the switches are the person’s, the device is that of the session',
  status: 200,
  output: notificationSettings,
  errors: [],
})

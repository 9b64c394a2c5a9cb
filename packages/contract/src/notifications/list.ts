import { notification } from '../resources/members/notifications.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listNotifications = endpoint({
  name: 'notifications.list',
  call: 'GET /v1/notifications',
  table: 'customer',
  summary: 'お知らせの一覧（新しい順）',
  right: 'session.own',
  reach: 'own',
  query: pageQuery,
  status: 200,
  output: pageOf(notification),
  errors: [],
})

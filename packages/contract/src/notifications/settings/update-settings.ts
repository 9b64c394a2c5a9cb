import { z } from 'zod'
import { noticeSwitches, notificationSettings } from '../../resources/members/notifications.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const updateSettings = endpoint({
  name: 'notifications.updateSettings',
  call: 'PATCH /v1/notifications/settings',
  table: 'customer',
  summary: '通知の種類を選ぶ',
  right: 'session.own',
  reach: 'own',
  body: z.strictObject({
    push: z.optional(noticeSwitches.partial()),
    mail: z.optional(noticeSwitches.partial()),
  }),
  status: 200,
  output: notificationSettings,
  errors: [],
  lost: 'again',
})

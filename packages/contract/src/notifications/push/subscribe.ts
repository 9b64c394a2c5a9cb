import { z } from 'zod'
import { notificationSettings } from '../../resources/members/notifications.ts'
import { endpoint } from '../../wire/endpoint.ts'

/** Keys in base64url as a browser gives them: an uncompressed point of P-256, and sixteen bytes. */
const pushKeys = z.object({
  p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/),
})

export const subscribe = endpoint({
  name: 'notifications.subscribe',
  call: 'POST /v1/notifications/push',
  table: 'customer',
  summary: 'この端末で通知を受け取る',
  right: 'session.own',
  reach: 'own',
  note: 'only services of the browsers’ makers are called',
  body: z.object({
    subscription: z.object({ endpoint: z.url({ protocol: /^https?$/ }).max(1_000), keys: pushKeys }),
    show_amounts: z.boolean().default(false),
  }),
  example: {
    subscription: {
      endpoint: 'https://push.example.com/send/1',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
    show_amounts: false,
  },
  status: 200,
  output: notificationSettings,
  errors: ['PUSH_UNAVAILABLE', 'PUSH_SERVICE_UNKNOWN'],
  lost: 'again',
})

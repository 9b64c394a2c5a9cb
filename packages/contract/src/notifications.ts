import { z } from 'zod'
import { banner } from './admin.ts'
import { endpoint, signedIn } from './endpoint.ts'
import { empty, id, instant, pageOf, pageQuery, whole } from './resources.ts'

export const notification = z.strictObject({
  id,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  picture: z.nullable(banner.shape.picture),
  transaction_id: z.nullable(id),
  /** A button of the notice: it leads to a page of this app and nowhere else. */
  action: z.nullable(z.strictObject({ label: z.string(), path: z.string() })),
  created_at: instant,
})
export type Notification = z.infer<typeof notification>

/** What a reader may switch off. What concerns the safety of an account is told always. */
export const noticeTopics = ['payment', 'offer', 'news', 'affiliate'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

const switches = z.strictObject({
  payment: z.boolean(),
  offer: z.boolean(),
  news: z.boolean(),
  affiliate: z.boolean(),
})

export const notificationSettings = z.strictObject({
  push: switches,
  mail: switches,
  /** Mails go to an address that its owner has confirmed, and nowhere else. */
  mail_reaches: z.boolean(),
  /** The device that asks: whether it is told, and whether amounts may stand on its locked screen. */
  device: z.nullable(z.strictObject({ show_amounts: z.boolean() })),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** Keys in base64url as a browser gives them: an uncompressed point of P-256, and sixteen bytes. */
const pushKeys = z.object({
  p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/),
})

export const notifications = {
  count: endpoint({
    name: 'notifications.count',
    summary: '未読のお知らせの数',
    who: signedIn,
    status: 200,
    output: z.strictObject({ count: whole }),
    errors: [],
  }),
  list: endpoint({
    name: 'notifications.list',
    summary: 'お知らせの一覧（新しい順）',
    who: signedIn,
    query: pageQuery,
    status: 200,
    output: pageOf(notification),
    errors: [],
  }),
  show: endpoint({
    name: 'notifications.show',
    summary: 'お知らせの詳細',
    who: signedIn,
    params: z.object({ id }),
    status: 200,
    output: notification,
    errors: [],
  }),
  settings: endpoint({
    name: 'notifications.settings',
    summary: '通知の設定と、この端末の状態',
    who: signedIn,
    status: 200,
    output: notificationSettings,
    errors: [],
  }),
  updateSettings: endpoint({
    name: 'notifications.updateSettings',
    summary: '通知の種類を選ぶ',
    who: signedIn,
    body: z.strictObject({ push: z.optional(switches.partial()), mail: z.optional(switches.partial()) }),
    status: 200,
    output: notificationSettings,
    errors: [],
  }),
  pushKey: endpoint({
    name: 'notifications.pushKey',
    summary: 'Web Pushの公開鍵（利用できないときは null）',
    who: signedIn,
    status: 200,
    output: z.strictObject({ key: z.nullable(z.string()) }),
    errors: [],
  }),
  subscribe: endpoint({
    name: 'notifications.subscribe',
    summary: 'この端末で通知を受け取る',
    who: signedIn,
    body: z.object({
      subscription: z.object({ endpoint: z.url({ protocol: /^https?$/ }).max(1_000), keys: pushKeys }),
      show_amounts: z.boolean().default(false),
    }),
    status: 200,
    output: notificationSettings,
    errors: ['PUSH_UNAVAILABLE', 'PUSH_SERVICE_UNKNOWN'],
  }),
  unsubscribe: endpoint({
    name: 'notifications.unsubscribe',
    summary: 'この端末で通知を受け取らない',
    who: signedIn,
    status: 204,
    output: empty,
    errors: [],
  }),
  read: endpoint({
    name: 'notifications.read',
    summary: 'お知らせを既読にする',
    who: signedIn,
    params: z.object({ id }),
    status: 200,
    output: notification,
    errors: [],
  }),
  readAll: endpoint({
    name: 'notifications.readAll',
    summary: 'お知らせをすべて既読にする',
    who: signedIn,
    status: 200,
    output: z.strictObject({ count: whole }),
    errors: [],
  }),
}

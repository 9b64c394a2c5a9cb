import { z } from 'zod'
import { banner } from '../brand/public-pages.ts'
import { id, instant } from '../shapes.ts'

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

export const noticeSwitches = z.strictObject({
  payment: z.boolean(),
  offer: z.boolean(),
  news: z.boolean(),
  affiliate: z.boolean(),
})

export const notificationSettings = z.strictObject({
  push: noticeSwitches,
  mail: noticeSwitches,
  /** Mails go to an address that its owner has confirmed, and nowhere else. */
  mail_reaches: z.boolean(),
  /** The device that asks: whether it is told, and whether amounts may stand on its locked screen. */
  device: z.nullable(z.strictObject({ show_amounts: z.boolean() })),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

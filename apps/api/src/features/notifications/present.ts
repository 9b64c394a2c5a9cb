import { banner } from '@shirogane/contract/resources/brand/public-pages'
import {
  type Notification,
  type NotificationSettings,
  noticeTopics,
} from '@shirogane/contract/resources/members/notifications'
import type { ChoicesRow, NotificationRow } from './store.ts'
import { noticeText } from '../../notices/notices.ts'

export function presentNotification(row: NotificationRow): Notification {
  const { title, message, label } = noticeText(row)
  return {
    id: row.id,
    title,
    message,
    read: row.read_at !== null,
    // A picture that this version does not draw is no picture.
    picture: banner.shape.picture.safeParse(row.picture).data ?? null,
    transaction_id: row.transaction_id,
    action: label === undefined || row.action_path === null ? null : { label, path: row.action_path },
    created_at: row.created_at.toISOString(),
  }
}

export function presentSettings(row: ChoicesRow): NotificationSettings {
  const switches = (off: readonly string[]) =>
    Object.fromEntries(
      noticeTopics.map((topic) => [topic, !off.includes(topic)]),
    ) as NotificationSettings['push']
  return {
    push: switches(row.push_off),
    mail: switches(row.mail_off),
    mail_reaches: row.mail_reaches,
    device: row.shows_amounts === null ? null : { show_amounts: row.shows_amounts },
  }
}

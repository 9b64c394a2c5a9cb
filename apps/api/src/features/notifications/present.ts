import type { Notification } from '@shirogane/contract/notifications'
import type { NotificationRow } from './store.ts'

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    read: row.read_at !== null,
    transaction_id: row.transaction_id,
    created_at: row.created_at.toISOString(),
  }
}

import type { Notification } from '@shirogane/contract/resources/members/notifications'
import { classNames } from '@shirogane/ui/class-names'
import type { RenderLink } from '@shirogane/ui/actions/render-link'
import { useToday } from '../../shared/dates/use-today.ts'
import { noticeTime } from './notice-time.ts'
import { text } from './text.ts'
import styles from './notifications.module.css'

/** One notice of a list, the whole of it one link. */
export function NotificationRow({
  row,
  isRead = row.read,
  render,
}: {
  row: Notification
  isRead?: boolean
  render: RenderLink
}) {
  const today = useToday()
  return render({
    className: classNames(styles.row),
    children: (
      <>
        <span className={classNames(styles.dot, isRead && styles.seen)}>
          {!isRead && <span className="visuallyHidden">{text.unreadMark}</span>}
        </span>
        <span className={styles.words}>
          <b className={styles.title}>{row.title}</b>
          <span className={styles.message}>{row.message}</span>
          <span className={styles.time}>{noticeTime(row.created_at, today)}</span>
        </span>
      </>
    ),
  })
}

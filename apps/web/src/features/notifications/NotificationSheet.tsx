import type { Notification } from '@shirogane/contract/notifications'
import { Button } from '@shirogane/ui/Button'
import { classNames } from '@shirogane/ui/class-names'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Segmented } from '@shirogane/ui/Segmented'
import { Sheet } from '@shirogane/ui/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/Skeleton'
import { useToast } from '@shirogane/ui/use-toast'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { noticeTime } from '../../lib/dates.ts'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { notificationListQuery, refetch } from '../../lib/queries.ts'
import { text } from './text.ts'
import styles from './NotificationSheet.module.css'

type Tab = 'all' | 'unread'

/** The bell's list. Touching a row reads it; one about a transaction leads there. */
export function NotificationSheet({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('all')
  const [readHere, setReadHere] = useState<ReadonlySet<string>>(new Set())
  const list = useInfiniteQuery(notificationListQuery())
  const toast = useToast()
  const go = useGo()
  const rows = [
    ...new Map(list.data?.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
  ]
  const isRead = ({ id, read }: Notification) => read || readHere.has(id)
  const shown = tab === 'all' ? rows : rows.filter((row) => !isRead(row))

  // The bell counts again once the list is closed.
  useEffect(() => () => refetch('notifications.count', 'notifications.list'), [])

  const read = async (row: Notification) => {
    if (!isRead(row)) {
      setReadHere((now) => new Set(now).add(row.id))
      void call('notifications.read', { params: { id: row.id } }).then(
        () => refetch('notifications.count'),
        () => setReadHere((now) => new Set([...now].filter((id) => id !== row.id))),
      )
    }
    if (row.transaction_id !== null) go(paths.transaction(row.transaction_id), { replace: true })
  }
  const readAll = async () => {
    try {
      await call('notifications.readAll')
      refetch('notifications.count', 'notifications.list')
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.title}
      footer={
        <Button variant="secondary" block disabled={!rows.some((row) => !isRead(row))} onClick={readAll}>
          {text.readAll}
        </Button>
      }
    >
      <Segmented<Tab>
        label={text.tabs}
        options={[
          { value: 'all', label: text.all },
          { value: 'unread', label: text.unread },
        ]}
        value={tab}
        onChange={setTab}
      />
      <div className={styles.area}>
        <Pending isPending={list.isPending} skeleton={<Skeleton height={220} />}>
          {() =>
            list.data === undefined ? (
              <ErrorPanel message={messageOf(list.error)} onRetry={() => list.refetch()} />
            ) : shown.length === 0 ? (
              <EmptyState picture="cloth" title={text.empty} />
            ) : (
              <ul>
                {shown.map((row) => (
                  <li key={row.id} className={styles.item}>
                    <button type="button" className={styles.row} onClick={() => void read(row)}>
                      <span className={classNames(styles.dot, isRead(row) && styles.seen)}>
                        {!isRead(row) && <span className="visuallyHidden">{text.unreadMark}</span>}
                      </span>
                      <span className={styles.words}>
                        <b className={styles.title}>{row.title}</b>
                        <span className={styles.message}>{row.message}</span>
                        <span className={styles.time}>{noticeTime(row.created_at)}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Pending>
        {list.hasNextPage && (
          <Button variant="quiet" block busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {text.more}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { notificationListQuery, refetch } from '../../shell/queries/queries.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { text } from './text.ts'
import styles from './notifications.module.css'

type Tab = 'all' | 'unread'

/** The bell's list. Touching a row opens the notice, which reads it. */
export function NotificationSheet({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('all')
  const list = useInfiniteQuery(notificationListQuery())
  const toast = useToast()
  const rows = [
    ...new Map(list.data?.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
  ]
  const shown = tab === 'all' ? rows : rows.filter(({ read }) => !read)

  // The bell counts again once the list is closed.
  useEffect(() => () => refetch('notifications.count', 'notifications.list'), [])

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
        <div className={styles.buttons}>
          <Button variant="secondary" block disabled={rows.every(({ read }) => read)} onClick={readAll}>
            {text.readAll}
          </Button>
          <ButtonLink
            variant="quiet"
            block
            render={(link) => <AppLink to={paths.notification()} replace {...link} />}
          >
            {text.toList}
          </ButtonLink>
        </div>
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
              <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
            ) : shown.length === 0 ? (
              <EmptyState picture="cloth" title={text.empty} />
            ) : (
              <ul>
                {shown.map((row) => (
                  <li key={row.id} className={styles.item}>
                    <NotificationRow
                      row={row}
                      render={(link) => <AppLink to={paths.notification(row.id)} replace {...link} />}
                    />
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

import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconRefresh } from '@shirogane/ui/icons/icons'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { notificationListQuery } from '../../shell/queries/queries.ts'
import { useToday } from '../../shared/dates/use-today.ts'
import { groupsOf } from './groups.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { text } from './text.ts'
import styles from './notifications.module.css'

/** Every notice, newest first, under the day or the week that it belongs to. */
export function NotificationList() {
  const list = useInfiniteQuery(notificationListQuery())
  const today = useToday()
  // A notice that arrives while the list is read pushes others on to the next page: each is shown once.
  const rows = [
    ...new Map(list.data?.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
  ]
  return (
    <div className={styles.page}>
      <Pending isPending={list.isPending} skeleton={<Skeleton height={560} />}>
        {() =>
          list.data === undefined ? (
            <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
          ) : rows.length === 0 ? (
            <Card>
              <EmptyState picture="cloth" title={text.empty} />
            </Card>
          ) : (
            <>
              {groupsOf(rows, today).map(({ name, rows: inGroup }) => (
                <section key={name}>
                  <h2 className={styles.groupTitle}>{text.groups[name]}</h2>
                  <Card as="ul" className={styles.card}>
                    {inGroup.map((row) => (
                      <li key={row.id} className={styles.item}>
                        <NotificationRow row={row} render={linkTo(paths.notification(row.id))} />
                      </li>
                    ))}
                  </Card>
                </section>
              ))}
              {list.hasNextPage && (
                <div className={styles.end}>
                  {list.isFetchNextPageError ? (
                    <>
                      <p role="alert">{text.moreFailed}</p>
                      <Button
                        variant="secondary"
                        size="s"
                        icon={iconRefresh}
                        onClick={() => list.fetchNextPage()}
                      >
                        {text.again}
                      </Button>
                    </>
                  ) : (
                    <Button
                      variant="secondary"
                      busy={list.isFetchingNextPage}
                      onClick={() => list.fetchNextPage()}
                    >
                      {text.more}
                    </Button>
                  )}
                </div>
              )}
            </>
          )
        }
      </Pending>
    </div>
  )
}

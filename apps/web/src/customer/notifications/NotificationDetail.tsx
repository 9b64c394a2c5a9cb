import type { Notification } from '@shirogane/contract/resources/members/notifications'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, call, serverMessageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths, safeNext } from '../../shell/navigation/paths.ts'
import { ask, refetch } from '../../shell/queries/queries.ts'
import { isUnknownId } from '../../shell/api/unknown-id.ts'
import { text } from './text.ts'
import styles from './notifications.module.css'

const notificationQuery = (id: string) =>
  queryOptions({
    ...ask('notifications.show', { params: { id } }),
    // An address that names no notice of this reader will not name one later.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && !error.isNetwork),
  })

/** One notice. To open it is to read it. */
export function NotificationDetail({ id }: { id: string }) {
  const query = useQuery(notificationQuery(id))
  const isUnread = query.data?.read === false
  useEffect(() => {
    if (!isUnread) return
    // What could not be marked stays unread, and the next opening tries again.
    call('notifications.read', { params: { id } }).then(
      () => refetch('notifications.count', 'notifications.list'),
      () => {},
    )
  }, [id, isUnread])

  return (
    <div className={styles.page}>
      <Pending isPending={query.isPending} skeleton={<Skeleton height={260} />}>
        {() => {
          if (query.data !== undefined) return <Letter notice={query.data} />
          const { error } = query
          if (isUnknownId(error)) return <NotFound />
          return <ErrorPanel message={serverMessageOf(error)} onRetry={() => query.refetch()} />
        }}
      </Pending>
    </div>
  )
}

function Letter({ notice }: { notice: Notification }) {
  const { title, message, picture, created_at, transaction_id, action } = notice
  const path = safeNext(action?.path)
  return (
    <>
      <Card as="article" className={styles.letter}>
        {picture !== null && (
          <div className={styles.picture}>
            <ObjectPicture name={picture} size={120} />
          </div>
        )}
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.date}>
          <time className="figures" dateTime={created_at}>
            {detailTime(created_at)}
          </time>
        </p>
        <p className={styles.body}>{message}</p>
      </Card>
      <div className={styles.actions}>
        {action !== null && path !== null && (
          <ButtonLink block render={linkTo(path)}>
            {action.label}
          </ButtonLink>
        )}
        {transaction_id !== null && (
          <ButtonLink variant="secondary" block render={linkTo(paths.transaction(transaction_id))}>
            {text.toTransaction}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function NotFound() {
  return (
    <Card>
      <EmptyState
        picture="cloth"
        title={text.notFound}
        action={
          <ButtonLink variant="secondary" render={linkTo(paths.notification())}>
            {text.backToList}
          </ButtonLink>
        }
      />
    </Card>
  )
}

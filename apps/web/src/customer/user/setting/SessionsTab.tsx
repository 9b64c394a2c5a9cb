import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import type { Output } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailTime } from '../../../shared/dates/dates.ts'
import { ask, refetch } from '../../../shell/queries/queries.ts'
import { text } from './text.ts'
import styles from './setting.module.css'

type Session = Output<'auth.sessions'>['items'][number]

export function SessionsTab() {
  const query = useQuery(ask('auth.sessions'))
  const isOnline = useOnline()
  const toast = useToast()
  const [asking, setAsking] = useState<Session | 'all' | null>(null)

  async function end(which: Session | 'all'): Promise<void> {
    try {
      if (which === 'all') await call('auth.revokeAll')
      else await call('auth.endSession', { params: { sid: which.id } })
      toast({ message: text.ended, kind: 'ok' })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
    setAsking(null)
    refetch('auth.sessions')
  }

  if (query.isPending) return <Skeleton height={220} />
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  const { items } = query.data
  const others = items.filter((item) => !item.current)
  return (
    <>
      <p className={styles.lead}>{text.sessionsLead}</p>
      <Card as="ul" className={styles.items}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <div className={styles.itemText}>
              <p className={styles.itemHead}>
                {item.audience === 'online_store' ? text.onlineStore : item.device}
                {item.current && (
                  <Chip tone="ok" small>
                    {text.thisDevice}
                  </Chip>
                )}
              </p>
              <p className={styles.itemMeta}>
                {text.lastUsed(detailTime(item.last_used_at))}
                {item.network !== null && (
                  <>
                    <br />
                    {text.network(item.network)}
                  </>
                )}
              </p>
            </div>
            {!item.current && (
              <Button
                variant="secondary"
                size="s"
                disabled={!isOnline}
                aria-label={`${item.device} ${text.endSession}`}
                onClick={() => setAsking(item)}
              >
                {text.endSession}
              </Button>
            )}
          </li>
        ))}
      </Card>
      {others.length === 0 ? (
        <p className={`${styles.note ?? ''} ${styles.after ?? ''}`}>{text.noOthers}</p>
      ) : (
        others.length > 1 && (
          <Button
            variant="quiet"
            block
            className={styles.after}
            disabled={!isOnline}
            onClick={() => setAsking('all')}
          >
            {text.endAll}
          </Button>
        )
      )}
      {asking !== null && (
        <AlertDialog
          isOpen
          destructive
          title={asking === 'all' ? text.endAllAsk : text.endAsk}
          confirmLabel={text.endConfirm}
          cancelLabel={text.cancel}
          onConfirm={() => end(asking)}
          onCancel={() => setAsking(null)}
        >
          {asking === 'all' ? text.endAllBody : text.endBody(asking.device)}
        </AlertDialog>
      )}
    </>
  )
}

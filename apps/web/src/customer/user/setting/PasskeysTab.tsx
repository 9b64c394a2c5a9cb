import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import type { Output } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailTime } from '../../../shared/dates/dates.ts'
import { canUsePasskeys, makePasskey } from '../../../shell/session/passkeys.ts'
import { ask, refetch } from '../../../shell/queries/queries.ts'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { text } from './text.ts'
import styles from './setting.module.css'

type Passkey = Output<'auth.passkeys'>['items'][number]

export function PasskeysTab() {
  const query = useQuery(ask('auth.passkeys'))
  const isOnline = useOnline()
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)

  async function add(): Promise<void> {
    setProblem(null)
    try {
      const credential = await makePasskey()
      if (credential === null) return
      // What the device made stays good while its owner shows who they are, so it is made once.
      const added = await withStepUp('passkey', () => call('auth.addPasskey', { body: { credential } }))
      if (added === null) return
      toast({ message: text.passkeyAdded, kind: 'ok' })
      refetch('auth.passkeys')
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  async function remove({ id }: Passkey): Promise<void> {
    // The question has been answered, and makes room for the next one.
    setRemoving(null)
    setProblem(null)
    try {
      const removed = await withStepUp('passkey', () => call('auth.removePasskey', { params: { id } }))
      if (removed === null) return
      toast({ message: text.passkeyRemoved, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    refetch('auth.passkeys')
  }

  if (query.isPending) return <Skeleton height={220} />
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  const { items } = query.data
  const isAble = canUsePasskeys()
  return (
    <>
      <Problem message={problem} />
      {items.length === 0 ? (
        <EmptyState title={text.passkeysEmpty}>{text.passkeysEmptyBody}</EmptyState>
      ) : (
        <>
          <p className={styles.lead}>{text.passkeysLead}</p>
          <Card as="ul" className={styles.items}>
            {items.map((item) => (
              <li key={item.id} className={styles.item}>
                <div className={styles.itemText}>
                  <p className={styles.itemHead}>
                    {item.name}
                    {item.synced && <Chip small>{text.passkeySynced}</Chip>}
                  </p>
                  <p className={styles.itemMeta}>
                    {item.last_used_at === null
                      ? text.passkeyUnused(detailTime(item.created_at))
                      : text.passkeyUsed(detailTime(item.last_used_at))}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="s"
                  disabled={!isOnline}
                  aria-label={`${item.name} ${text.passkeyRemove}`}
                  onClick={() => setRemoving(item)}
                >
                  {text.passkeyRemove}
                </Button>
              </li>
            ))}
          </Card>
        </>
      )}
      <Button block className={styles.after} disabled={!isOnline || !isAble} onClick={add}>
        {text.passkeyAdd}
      </Button>
      {!isAble && <p className={styles.blocked}>{text.passkeyUnsupported}</p>}
      {stepUpSheet}
      {removing !== null && (
        <AlertDialog
          isOpen
          destructive
          title={text.passkeyRemoveAsk}
          confirmLabel={text.clear}
          cancelLabel={text.cancel}
          onConfirm={() => remove(removing)}
          onCancel={() => setRemoving(null)}
        >
          {text.passkeyRemoveBody}
        </AlertDialog>
      )}
    </>
  )
}

import { Avatar } from '@shirogane/ui/data/Avatar'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { inviteCardQuery } from '../../../shell/queries/queries.ts'
import { useSession } from '../../../shell/session/session.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

const reloadAfterMs = 1_500

/** The card of a member who invites: a name, a picture and a code, and nothing else of them. */
export function InviterCard({ username }: { username: string }) {
  const card = useQuery(inviteCardQuery(username))
  const { affiliator } = useSession()
  const toast = useToast()
  const error = card.error
  const hasEnded = error instanceof ApiError && error.status === 401

  // A reader whose session is dead is notified, and begins anew.
  const showInviter = useEffectEvent(() => {
    toast({ message: messageOf(error), kind: 'error', duration: reloadAfterMs })
  })
  useEffect(() => {
    if (!hasEnded) return undefined
    showInviter()
    const timer = setTimeout(() => location.reload(), reloadAfterMs)
    return () => clearTimeout(timer)
  }, [hasEnded])

  if (card.isPending || hasEnded) return <Skeleton height={240} />
  if (card.data === undefined) {
    return error instanceof ApiError && error.status === 404 ? (
      <EmptyState picture="ring" title={error.code === 'AFFILIATE_ENDED' ? text.ended : text.noCard}>
        {error.code === 'AFFILIATE_ENDED' ? text.endedBody : text.noCardBody}
      </EmptyState>
    ) : (
      <ErrorPanel message={serverMessageOf(error)} onRetry={() => card.refetch()} />
    )
  }
  const { username: name, avatar, code } = card.data
  const isOwn = affiliator?.code === code
  return (
    <div className={styles.screen}>
      <Plate className={styles.card} aria-label={text.cardOf(name)}>
        <Avatar name={name} src={avatar} size={96} ring />
        <b className={styles.cardName}>@{name}</b>
        <span className={styles.plateLabel}>{text.cardTitle}</span>
        <span className={styles.cardCode}>{code}</span>
      </Plate>
      <p className={styles.note}>{isOwn ? text.cardSelf : text.promotion}</p>
      <ButtonLink variant="secondary" block render={linkTo(paths.affiliator())}>
        {text.toOwn}
      </ButtonLink>
    </div>
  )
}

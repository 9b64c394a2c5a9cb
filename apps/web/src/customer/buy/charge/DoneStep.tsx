import { Amount } from '@shirogane/ui/data/Amount'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { brandTag, numberText } from '../../shared/cards/cards.ts'
import { AppLink, linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch, transactionQuery } from '../../../shell/queries/queries.ts'
import { ReplayStrip, useReplayed } from '../../../shared/answers/Replayed.tsx'
import { text } from './text.ts'
import styles from './charge.module.css'

const pollMs = 2_000

/** M23: what came of the charge. It names the charge, so a reload shows the same; what is under way is asked for. */
export function DoneStep({ id }: { id: string }) {
  const query = useQuery({
    ...transactionQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  })
  const isReplayed = useReplayed()
  const status = query.data?.status
  const onEnd = useEffectEvent(() => refetch('users.wallet', 'transactions.list', 'notifications.count'))
  useEffect(() => {
    if (status === 'completed' || status === 'failed') onEnd()
  }, [status])

  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={320} />
  const { received_wallet, wallet_after, number, card, message } = query.data
  const retry = { amount: String(received_wallet), ...(card && { method: card.payment_method_id }) }

  if (status === 'failed') {
    return (
      <div className={styles.result} role="alert">
        <span className={styles.badMark}>
          <Icon shape={iconWarn} size={30} />
        </span>
        <h2 className={styles.resultTitle}>{text.failed}</h2>
        {message !== null && <p className={styles.resultText}>{message}</p>}
        <p className={styles.resultText}>{text.notTaken}</p>
        <div className={styles.foot}>
          <ButtonLink block render={linkTo(paths.buyStep(undefined, { ...retry, sheet: 'method' }))}>
            {text.otherCard}
          </ButtonLink>
          <ButtonLink block variant="quiet" render={linkTo(paths.buyStep(undefined, retry))}>
            {text.again}
          </ButtonLink>
        </div>
      </div>
    )
  }
  if (status === 'pending') {
    return (
      <div className={styles.result} role="status">
        <span className={styles.waiting}>
          <Spinner size={40} />
        </span>
        <h2 className={styles.resultTitle}>{text.pending}</h2>
        <Amount value={received_wallet} size="hero" />
        <p className={styles.resultText}>{text.pendingBody}</p>
        <div className={styles.foot}>
          <ButtonLink block variant="secondary" render={linkTo(paths.home())}>
            {text.home}
          </ButtonLink>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.result} role="status">
      <SuccessCheck />
      {isReplayed && <ReplayStrip movement={query.data} />}
      <h2 className={styles.resultTitle}>{text.done}</h2>
      <Amount value={received_wallet} size="hero" sign="always" incoming />
      <Card className={styles.details}>
        <Pairs inset strong>
          {wallet_after !== null && (
            <div>
              <dt>{text.balanceAfter}</dt>
              <dd>
                <Amount value={wallet_after.balance} size="row" counts />
              </dd>
            </div>
          )}
          {card && (
            <div>
              <dt>{text.card}</dt>
              <dd className="figures">{`${brandTag(card.brand)} ${numberText(card)}`}</dd>
            </div>
          )}
          <div>
            <dt>{text.number}</dt>
            <dd className="figures">
              <AppLink className={styles.link} to={paths.transaction(id)}>
                {number}
              </AppLink>
            </dd>
          </div>
        </Pairs>
      </Card>
      <div className={styles.foot}>
        <ButtonLink block render={linkTo(paths.home())}>
          {text.home}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.qr())}>
          {text.qr}
        </ButtonLink>
      </div>
    </div>
  )
}

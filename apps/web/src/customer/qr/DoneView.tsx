import { plainTenders } from '@shirogane/domain/sales/tenders'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { digitsOf } from '@shirogane/ui/data/format-amount'
import { Glints } from '@shirogane/ui/icons/Glints'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconPoint } from '@shirogane/ui/icons/icons'
import { SuccessBackdrop } from '@shirogane/ui/states/SuccessBackdrop'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { prefersReducedMotion } from '@shirogane/ui/layout/use-media'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { isFeedbackOn } from '../../shared/device/feedback.ts'
import { pointsText } from '../../shared/money/money.ts'
import { AppLink, linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { transactionQuery } from '../../shell/queries/queries.ts'
import { isUnknownId } from '../../shell/api/unknown-id.ts'
import { playChime } from './chime.ts'
import { doneText } from './done-text.ts'
import { payCode } from './code/pay-code.ts'
import { text } from './code/text.ts'
import styles from './DoneView.module.css'

/** The result of a payment. It names the transaction, so a reload shows the same result again. */
export function DoneView({ id }: { id: string }) {
  const query = useQuery(transactionQuery(id))
  const isUnknown = isUnknownId(query.error)

  // What has paid is spent; the next payment gets its own code.
  useEffect(() => payCode.drop(), [])

  return (
    <div className={styles.page}>
      <SuccessBackdrop />
      {query.data === undefined ? (
        query.isPending ? null : (
          <div className={styles.failed}>
            <h1 className="hiddenTitle">{doneText.heading}</h1>
            {isUnknown ? (
              <ErrorPanel title={doneText.notFound}>{doneText.seeHistory}</ErrorPanel>
            ) : (
              <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
            )}
          </div>
        )
      ) : (
        <Result key={query.data.id} transaction={query.data} />
      )}
      <div className={styles.buttons}>
        <ButtonLink block render={(link) => <AppLink to={paths.home()} replace {...link} />}>
          {text.close}
        </ButtonLink>
        {!isUnknown && (
          <ButtonLink block variant="quiet" render={linkTo(paths.transaction(id))}>
            {doneText.detail}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function titleOf({ type, tenders }: Transaction): string {
  if (type === 'later_payment') return doneText.deferredPaidTitle
  return tenders.later > 0 ? doneText.deferredTitle : doneText.doneTitle
}

function Result({ transaction }: { transaction: Transaction }) {
  const {
    spent_total,
    tenders,
    received_point_total,
    wallet_after,
    store,
    number,
    completed_at,
    created_at,
    later,
  } = transaction
  const isDeferred = tenders.later > 0
  const others = plainTenders
    .map((tender) => ({ label: doneText.tender[tender], value: tenders[tender] }))
    .filter(({ value }) => value > 0)
  const heading = useRef<HTMLHeadingElement>(null)

  // Only a payment that is there is felt, heard and read: the address alone says nothing.
  useEffect(() => {
    // From the code to here the path stays the same, so nothing else moves the focus.
    heading.current?.focus({ preventScroll: true })
    if (isFeedbackOn('vibration') && 'vibrate' in navigator && !prefersReducedMotion()) navigator.vibrate(30)
    if (isFeedbackOn('pay_sound')) playChime()
  }, [])
  return (
    <>
      <div className={styles.head}>
        <Glints className={styles.glints} />
        <SuccessCheck />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {titleOf(transaction)}
        </h1>
        <Amount value={spent_total} size="hero" />
        <p className={styles.where}>
          {store !== null && `${store.name}・`}
          <span className="figures">{detailTime(completed_at ?? created_at)}</span>
        </p>
      </div>
      <Card raised className={styles.details}>
        <dl className={styles.list}>
          <div>
            <dt>{doneText.fromBalance}</dt>
            <dd>
              <Amount value={tenders.balance} size="row" />
            </dd>
          </div>
          <div>
            <dt>{doneText.fromPoints}</dt>
            <dd>
              <Amount value={tenders.points} unit="pt" size="row" />
            </dd>
          </div>
          {others.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Amount value={value} size="row" />
              </dd>
            </div>
          ))}
          {later !== undefined && (
            <div>
              <dt>{doneText.dueOn}</dt>
              <dd className="figures">{detailDate(later.due_on)}</dd>
            </div>
          )}
        </dl>
        <div className={styles.points}>
          <span className={styles.pointsIcon}>
            <Icon shape={iconPoint} size={20} />
          </span>
          <div className={styles.pointsText}>
            <b>{doneText.earned(digitsOf(received_point_total))}</b>
            {wallet_after !== null && (
              <span>{doneText.pointsAfter(pointsText(wallet_after.point_balance))}</span>
            )}
          </div>
          <Amount
            value={received_point_total}
            unit="pt"
            sign="always"
            size="s"
            incoming={received_point_total > 0}
          />
        </div>
        <dl className={styles.list}>
          {wallet_after !== null && (
            <div>
              <dt>{isDeferred ? doneText.deferredBalanceAfter : doneText.balanceAfter}</dt>
              <dd>
                <Amount value={wallet_after.balance} size="row" />
              </dd>
            </div>
          )}
          <div>
            <dt>{doneText.number}</dt>
            <dd className={styles.number}>{number}</dd>
          </div>
        </dl>
      </Card>
    </>
  )
}

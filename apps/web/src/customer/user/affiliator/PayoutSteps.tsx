import { showAccount } from '@shirogane/bank/kana'
import { withheldOf } from '@shirogane/domain/payouts/withholding'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconBank } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useQuery } from '@tanstack/react-query'
import { payoutMethodsQuery } from '../../shared/payouts/accounts.ts'
import { call, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailDate } from '../../../shared/dates/dates.ts'
import { logFailure } from '../../../shell/api/log-failure.ts'
import { yenText } from '../../../shared/money/money.ts'
import { linkTo, useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch, transactionQuery } from '../../../shell/queries/queries.ts'
import { ReplayStrip, replayQuery, useReplayed } from '../../../shared/answers/Replayed.tsx'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { endAmount, useAmountQuery } from '../../shared/forms/use-amount.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { pricingQuery } from './payout-queries.ts'
import { text } from './payout-text.ts'
import styles from './payout.module.css'

/** Once more in full, and the button that moves money. */
export function PayoutConfirm({ amount, method }: { amount: number; method: string }) {
  const go = useGo()
  const isHere = useIsHere()
  const amountQuery = useAmountQuery()
  const isOnline = useOnline()
  const { withStepUp, stepUpSheet } = useStepUp()
  const pricing = useQuery(pricingQuery())
  const accounts = useQuery(payoutMethodsQuery())
  // The key outlives a reload: a customer who sends again after a lost answer asks for one payout.
  const { send, problem } = useAct('transactions.payout', {
    keptFor: 'me',
    unclear: isOnline ? text.unclear : undefined,
  })
  const error = pricing.error ?? accounts.error
  if (pricing.data === undefined || accounts.data === undefined) {
    const again = () => Promise.all([pricing.refetch(), accounts.refetch()])
    return error === null ? (
      <Skeleton height={360} />
    ) : (
      <ErrorPanel message={serverMessageOf(error)} onRetry={again} />
    )
  }
  const { fee, value_date, withholding } = pricing.data
  const withheld = withheldOf(amount, fee, withholding)
  const account = accounts.data.items.find(({ id }) => id === method)

  async function submit(): Promise<void> {
    const outcome = await send({
      // By other terms it is the same payout.
      wish: { amount, method },
      send: (idempotencyKey) =>
        withStepUp('payout', () =>
          call('transactions.payout', {
            body: { amount, payout_method_id: method, fee, withheld },
            idempotencyKey,
          }),
        ),
    })
    if (outcome.is === 'failed') {
      logFailure('transactions.payout', outcome.error)
      if (outcome.isOver) refetch('affiliates.payoutPricing')
    }
    if (outcome.is !== 'done') return
    const { value } = outcome.answer
    endAmount(amount)
    refetch('rewards.wallet', 'affiliates.stats', 'affiliates.payoutPricing', 'transactions.list')
    // A reader who is elsewhere by now finds it among their payouts.
    if (!isHere()) return
    go(paths.affiliator({ tab: 'payout', step: 'done', id: value.id, ...replayQuery(value) }), {
      replace: true,
    })
  }

  return (
    <div className={styles.tab}>
      <Problem message={problem} />
      <StepTitle className={styles.stepTitle}>{text.confirmTitle}</StepTitle>
      <Card className={styles.block}>
        <Pairs strong>
          <div>
            <dt>{text.requested}</dt>
            <dd>
              <Amount value={amount} size="text" />
            </dd>
          </div>
          <div>
            <dt>{text.fee}</dt>
            <dd>
              <Amount value={fee} size="text" />
            </dd>
          </div>
          {withholding !== null && (
            <div>
              <dt>{text.withheld}</dt>
              <dd>
                <Amount value={withheld} size="text" />
              </dd>
            </div>
          )}
          <div>
            <dt>{text.transferred}</dt>
            <dd>
              <Amount value={amount - fee - withheld} size="m" />
            </dd>
          </div>
          <div>
            <dt>{text.account}</dt>
            <dd>
              {account && (
                <>
                  {account.data.bank_name} {account.data.branch_name}
                  <span className="figures"> {showAccount(account.data)}</span>
                  <span className={styles.help}>{account.data.account_name_kana}</span>
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>{text.valueDate}</dt>
            <dd>{detailDate(value_date)}</dd>
          </div>
        </Pairs>
      </Card>
      {account === undefined && (
        <InfoStrip
          icon={iconBank}
          tone="warn"
          title={text.noAccount}
          action={text.fixAccount}
          render={linkTo(paths.payoutMethods())}
        />
      )}
      <p className={styles.note}>
        {text.confirmNote}
        <br />
        {text.reviewNote}
      </p>
      <Button block variant="pay" disabled={!isOnline || !account} onClick={submit}>
        {isOnline ? text.submit : text.offline}
      </Button>
      <ButtonLink
        block
        variant="quiet"
        render={linkTo(paths.affiliator({ tab: 'payout', ...amountQuery(amount), method }))}
      >
        {text.edit}
      </ButtonLink>
      {stepUpSheet}
    </div>
  )
}

/** What came of it, read from the server: it stays the same when the page is loaded anew. */
export function PayoutDone({ id }: { id: string }) {
  const isReplayed = useReplayed()
  const payout = useQuery(transactionQuery(id))
  if (payout.isLoadingError)
    return <ErrorPanel message={serverMessageOf(payout.error)} onRetry={() => payout.refetch()} />
  if (payout.isPending) return <Skeleton height={280} />
  const facts = payout.data.payout
  if (facts === undefined) return <ErrorPanel message={text.failed} onRetry={() => payout.refetch()} />
  return (
    <div className={styles.result} role="status">
      <SuccessCheck />
      {isReplayed && <ReplayStrip movement={payout.data} />}
      <StepTitle className={styles.stepTitle}>{text.done}</StepTitle>
      <p className={styles.note}>{text.doneBody(yenText(facts.transferred), detailDate(facts.value_date))}</p>
      <ButtonLink block render={linkTo(paths.transaction(id))}>
        {text.toDetail}
      </ButtonLink>
      <ButtonLink block variant="secondary" render={linkTo(paths.affiliator({ tab: 'payout' }))}>
        {text.toTab}
      </ButtonLink>
    </div>
  )
}

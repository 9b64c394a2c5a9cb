import { accountRef, accountTypeNames } from '@shirogane/bank/kana'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconClock, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { waitsUntil, wholeAccountText } from '../shared/payouts/accounts.ts'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { linkTo, useGo, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch, transactionListQuery } from '../../shell/queries/queries.ts'
import '../shared/payouts/reward-calls.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { AccountPairs } from './AccountPairs.tsx'
import { NoAccount } from './NoAccount.tsx'
import { text } from './text.ts'
import { useAccount } from './use-account.ts'
import styles from './payout-methods.module.css'

export default function AccountScreen() {
  const { query, method, isNone } = useAccount()
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={320} />
  return method === null ? <NoAccount isNone={isNone} /> : <Details method={method} />
}

function Details({ method }: { method: PayoutMethod }) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const isOnline = useOnline()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [asks, setAsks] = useState(false)
  const stopSheet = useSheet('stop')
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = method
  const wait = method.trouble === 'stopped' ? null : waitsUntil(method)
  const subject = { ref: accountRef(data), name: wholeAccountText(method) }
  const ask = { params: { id: method.id } }

  async function makeMain(): Promise<void> {
    setProblem(null)
    try {
      const done = await withStepUp('payout_method', () => call('payoutMethods.makeDefault', ask), subject)
      if (done === null) return
      refetch('payoutMethods.list')
      toast({ message: text.mainChanged, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  async function remove(): Promise<void> {
    setAsks(false)
    setProblem(null)
    try {
      const done = await withStepUp('payout_method', () => call('payoutMethods.remove', ask), subject)
      if (done === null) return
      refetch('payoutMethods.list')
      toast({ message: text.removed, kind: 'ok' })
      if (isHere()) go(paths.payoutMethods(), { replace: true })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  // No proof is asked for: a customer who is frightened has to be able to stop at once.
  async function stop(): Promise<void> {
    setProblem(null)
    try {
      await call('payoutMethods.stop', ask)
      refetch('payoutMethods.list', 'rewards.wallet', 'affiliates.payoutPricing')
      toast({ message: text.stopDone, kind: 'ok', duration: 5_000 })
    } catch (error) {
      setProblem(messageOf(error))
    }
    stopSheet.close()
  }

  return (
    <div className={styles.screen}>
      <Trouble method={method} />
      <Problem message={problem} />
      <Card as="section" aria-label={text.accounts}>
        <div className={styles.head}>
          <h2 className={styles.bank}>{data.bank_name}</h2>
          {method.default && <Chip tone="accent">{text.main}</Chip>}
        </div>
        <AccountPairs
          pairs={[
            [text.branch, `${data.branch_name} (${data.branch_code})`],
            [text.type, accountTypeNames[data.account_type]],
            [text.number, data.account_number],
            [text.holder, data.account_name_kana],
            [text.since, detailDate(method.created_at)],
            ...(wait === null ? [] : [[text.usable, detailTime(wait)] as const]),
          ]}
        />
      </Card>
      <Payouts method={method} />
      <div className={styles.buttons}>
        <ButtonLink block variant="secondary" render={linkTo(paths.payoutMethodEdit(method.id))}>
          {text.edit}
        </ButtonLink>
        {!method.default && (
          <Button block variant="tonal" disabled={!isOnline} onClick={makeMain}>
            {text.makeMain}
          </Button>
        )}
        <Button block variant="quiet" disabled={!isOnline} onClick={() => setAsks(true)}>
          {isOnline ? text.remove : text.offline}
        </Button>
        {method.trouble !== 'stopped' && (
          <Button block variant="quiet" disabled={!isOnline} onClick={() => stopSheet.open()}>
            {text.stop}
          </Button>
        )}
      </div>
      {stopSheet.isOpen && method.trouble !== 'stopped' && (
        <AlertDialog
          isOpen
          destructive
          title={text.stopAsk}
          confirmLabel={text.stopIt}
          cancelLabel={text.cancel}
          onConfirm={stop}
          onCancel={stopSheet.close}
        >
          {text.stopBody}
        </AlertDialog>
      )}
      {asks && (
        <AlertDialog
          isOpen
          destructive
          title={text.removeAsk}
          confirmLabel={text.removeIt}
          cancelLabel={text.cancel}
          onConfirm={remove}
          onCancel={() => setAsks(false)}
        >
          {text.removeBody}
        </AlertDialog>
      )}
      {stepUpSheet}
    </div>
  )
}

function Trouble({ method: { trouble, trouble_reason } }: { method: PayoutMethod }) {
  if (trouble === null) return null
  if (trouble === 'stopped')
    return <InfoStrip icon={iconWarn} tone="bad" title={text.stopped} text={text.stoppedBody} />
  if (trouble === 'holder')
    return <InfoStrip icon={iconWarn} tone="warn" title={text.differs} text={text.renamedBody} />
  if (trouble === 'review')
    return <InfoStrip icon={iconClock} tone="accent" title={text.review} text={text.reviewBody} />
  if (trouble === 'refused') {
    return (
      <InfoStrip
        icon={iconWarn}
        tone="warn"
        title={text.refused}
        text={text.refusedBody(trouble_reason ?? text.check)}
      />
    )
  }
  return (
    <InfoStrip
      icon={iconWarn}
      tone="warn"
      title={text.failed}
      text={text.failedBody(trouble_reason ?? text.check)}
    />
  )
}

/** The payouts to this very account. */
function Payouts({ method: { id } }: { method: PayoutMethod }) {
  const list = useInfiniteQuery(transactionListQuery({ filter: 'payout', payout_method_id: id }))
  const payouts = list.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <h2 className={styles.heading}>{text.payouts}</h2>
      {payouts === undefined ? (
        list.isError ? (
          <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
        ) : (
          <Skeleton height={66} />
        )
      ) : (
        <Card>
          {payouts.length === 0 ? (
            <p className={styles.empty}>{text.noPayouts}</p>
          ) : (
            payouts.map((one) => <TransactionRow key={one.id} transaction={one} />)
          )}
        </Card>
      )}
      {list.hasNextPage && (
        <Button variant="quiet" block busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </>
  )
}

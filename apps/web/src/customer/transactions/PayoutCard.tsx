import { showAccount } from '@shirogane/bank/kana'
import type { PayoutFacts, TransactionDetails } from '@shirogane/contract/resources/shapes'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { iconDoc } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'
import { Suspense, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { linkTo, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { text } from './payout-text.ts'
import styles from './transactions.module.css'

const StatementSheet = lazyPart(() => import('./StatementSheet.tsx'), 'StatementSheet')

type Props = { transaction: TransactionDetails; payout: PayoutFacts }

/** Where rewards went or will go, what the bank said, and what can still be done about it. */
export function PayoutCard({ transaction, payout }: Props) {
  const statement = useSheet('statement')
  const { status, failure } = payout
  return (
    <>
      {status === 'failed' && failure !== null && (
        <InfoStrip
          icon={iconWarn}
          tone="bad"
          title={text.failedTitle}
          text={text.failedBody(text.failures[failure])}
          action={text.toAccounts}
          render={linkTo(paths.payoutMethods())}
        />
      )}
      <Card className={styles.block}>
        <h2 className={styles.blockTitle}>{text.title}</h2>
        <Pairs>
          <div>
            <dt>{text.state}</dt>
            <dd>{text.statuses[status]}</dd>
          </div>
          <div>
            <dt>{text.amount}</dt>
            <dd>
              <Amount value={payout.amount} size="text" />
            </dd>
          </div>
          <div>
            <dt>{text.fee}</dt>
            <dd>
              <Amount value={payout.fee} size="text" />
            </dd>
          </div>
          {payout.withheld > 0 && (
            <div>
              <dt>{text.withholding}</dt>
              <dd>
                <Amount value={payout.withheld} size="text" />
              </dd>
            </div>
          )}
          <Pair label={text.transferred} isSum>
            <Amount value={payout.transferred} size="text" />
          </Pair>
          <div>
            <dt>{text.account}</dt>
            <dd>
              {payout.bank_name} {payout.branch_name} <span className="figures">{showAccount(payout)}</span>
            </dd>
          </div>
          <div>
            <dt>{text.holder}</dt>
            <dd>{payout.holder_kana}</dd>
          </div>
          {status !== 'canceled' && (
            <div>
              <dt>{status === 'paid' ? text.paidOn : text.planned}</dt>
              <dd className="figures">{detailDate(payout.value_date)}</dd>
            </div>
          )}
        </Pairs>
        {payout.automatic && <p className={styles.lead}>{text.automatic}</p>}
        {status === 'canceled' && <p className={styles.lead}>{text.canceledBody}</p>}
      </Card>
      {payout.cancelable && <Cancel id={transaction.id} payout={payout} />}
      {status === 'paid' && (
        <Button block variant="secondary" icon={iconDoc} onClick={() => statement.open()}>
          {text.statement}
        </Button>
      )}
      <Suspense>
        {statement.isOpen && status === 'paid' && (
          <StatementSheet id={transaction.id} onClose={statement.close} />
        )}
      </Suspense>
    </>
  )
}

function Cancel({ id, payout }: { id: string; payout: PayoutFacts }) {
  const toast = useToast()
  const isOnline = useOnline()
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function cancel(): Promise<void> {
    setProblem(null)
    try {
      await call('transactions.cancelPayout', { params: { id } })
      toast({ message: text.canceled, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setAsks(false)
    // Refused or done: how it stands now is what the page shows.
    refetch(
      'transactions.details',
      'transactions.list',
      'rewards.wallet',
      'affiliates.stats',
      'affiliates.payoutPricing',
    )
  }

  return (
    <>
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <Button block variant="secondary" disabled={!isOnline} onClick={() => setAsks(true)}>
        {isOnline ? text.cancel : text.offline}
      </Button>
      <p className={styles.lead}>{text.cancelUntil(detailTime(Date.parse(payout.cutoff_at) - 1_000))}</p>
      {asks && (
        <AlertDialog
          isOpen
          destructive
          title={text.cancelTitle}
          confirmLabel={text.confirmCancel}
          cancelLabel={text.keep}
          onConfirm={cancel}
          onCancel={() => setAsks(false)}
        >
          {text.cancelBody(yenText(payout.amount))}
        </AlertDialog>
      )}
    </>
  )
}

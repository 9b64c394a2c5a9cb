import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconBack } from '@shirogane/ui/icons/icons-lazy'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ApiError, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { useOpenRow } from '../../../shell/navigation/navigation.tsx'
import { transactionQuery } from '../../../shell/queries/queries.ts'
import { planQuery } from '../../sales/queries.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { ReturnOutcome } from './ReturnOutcome.tsx'
import { ReturnSteps } from './ReturnSteps.tsx'
import { ShareFields } from './ShareFields.tsx'
import { text } from './text.ts'
import { useReturn } from './use-return.ts'
import styles from './refund.module.css'

/**
 * What goes back of a sale, beside what that means in the server's own figures, and the confirmation before it happens.
 */
export function ChooseReturn({ id, registerId }: { id: string; registerId: string | null }) {
  const { close: leave } = useOpenRow()
  const sale = useQuery(transactionQuery(id))
  const whole = useQuery(planQuery({ transaction_id: id }))
  if (whole.isPending || sale.isPending) return <Skeleton height={480} />
  const error = sale.error ?? whole.error
  if (error !== null || whole.data === undefined || sale.data === undefined) {
    const code = error instanceof ApiError ? error.code : null
    return (
      <div className={styles.find}>
        <Button variant="quiet" size="s" icon={iconBack} onClick={leave}>
          {text.back}
        </Button>
        {code === null ? (
          <ErrorPanel
            message={serverMessageOf(error)}
            onRetry={() => (void sale.refetch(), void whole.refetch())}
          />
        ) : (
          <EmptyState title={code === 'ALREADY_REFUNDED' ? text.alreadyRefunded : messageOf(error)} />
        )}
      </div>
    )
  }
  return (
    <Choosing
      key={whole.data.total}
      whole={whole.data}
      customer={sale.data.till?.member?.name ?? null}
      registerId={registerId}
      onLeave={leave}
      onStale={() => void whole.refetch()}
    />
  )
}

type ChoosingProps = {
  whole: RefundPreview
  customer: string | null
  registerId: string | null
  onLeave: () => void
  onStale: () => void
}

function Choosing({ whole, customer, registerId, onLeave, onStale }: ChoosingProps) {
  const back = useReturn(whole, registerId, onStale)
  useScanner({ onScan: () => {}, onTyped: () => () => {}, isPaused: back.step !== null })
  return (
    <div className={styles.layout}>
      <section className={styles.left} aria-label={text.choose}>
        <header className={styles.head}>
          <Button variant="quiet" size="s" icon={iconBack} onClick={onLeave}>
            {text.back}
          </Button>
          <p className={styles.sale}>
            <span className="figures">{whole.number}</span>
            <span>{customer === null ? text.noMember : text.customerName(customer)}</span>
          </p>
        </header>
        <ShareFields whole={whole} back={back} />
      </section>
      <section className={styles.right} aria-label={text.confirm}>
        <ReturnOutcome whole={whole} back={back} />
      </section>
      <ReturnSteps whole={whole} back={back} registerId={registerId} />
    </div>
  )
}

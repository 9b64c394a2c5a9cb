import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { transactionQuery } from '../../../shell/queries/queries.ts'
import { ReplayStrip, useReplayed } from '../../../shared/answers/Replayed.tsx'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { GiveBack } from './GiveBack.tsx'
import { text } from './text.ts'
import styles from './refund.module.css'

/** Both halves of an exchange in the server's own figures, each with its paper. It is read again after a reload. */
export function ExchangeDone({ refundId, saleId }: { refundId: string; saleId: string }) {
  const go = useGo()
  const isReplayed = useReplayed()
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const [paper, setPaper] = useState<string | null>(null)
  const refund = useQuery(transactionQuery(refundId))
  const sale = useQuery(transactionQuery(saleId))
  const isThere = refund.data !== undefined && sale.data !== undefined
  useEffect(() => {
    if (!isThere) return
    announce(text.exchanged, 'assertive')
    next.current?.focus()
  }, [announce, isThere])
  const error = refund.error ?? sale.error
  if (error !== null)
    return (
      <ErrorPanel
        message={serverMessageOf(error)}
        onRetry={() => (void refund.refetch(), void sale.refetch())}
      />
    )
  if (refund.data === undefined || sale.data === undefined) return <Skeleton height={420} />
  const cash = sale.data.tenders.cash - (refund.data.refund?.cash ?? 0)
  // What was handed over is on the sale's paper together with what came back; the change is what both leave.
  const change = cash > 0 ? (sale.data.change ?? 0) : 0
  return (
    <div className={styles.done}>
      <Card className={styles.doneCard}>
        {isReplayed && <ReplayStrip movement={sale.data} />}
        <h2 className={styles.doneTitle}>
          <Icon shape={iconCheck} size={24} />
          {text.exchanged}
        </h2>
        <Plate low className={styles.plate}>
          <p className={styles.plateLabel}>{cash < 0 ? text.giveCash : text.exchangeChange}</p>
          <Amount value={cash < 0 ? -cash : change} unit="¥" size="hero" />
        </Plate>
        {refund.data.refund && <GiveBack amounts={refund.data.refund} />}
        <Half
          label={text.exchangeBack}
          half={refund.data}
          sign={-1}
          onPaper={() => setPaper(refundId)}
          paper={text.receipt}
        />
        <Half
          label={text.exchangeSale}
          half={sale.data}
          sign={1}
          onPaper={() => setPaper(saleId)}
          paper={text.exchangeReceipt}
        />
        <div className={styles.two}>
          <Button variant="secondary" onClick={() => go(paths.adminRegister('refund'))}>
            {text.another}
          </Button>
          <Button ref={next} onClick={() => go(paths.adminRegister())}>
            {text.toSale}
          </Button>
        </div>
      </Card>
      {paper !== null && <RegisterReceipt id={paper} start="print" onClose={() => setPaper(null)} />}
    </div>
  )
}

function Half({
  label,
  half,
  sign,
  paper,
  onPaper,
}: {
  label: string
  half: TransactionDetails
  sign: 1 | -1
  paper: string
  onPaper: () => void
}) {
  return (
    <div className={styles.half}>
      <span>
        <b>{label}</b>
        <span className={styles.small}>
          {text.number} <span className="figures">{half.number}</span>
        </span>
      </span>
      <Amount value={sign * half.spent_total} unit="¥" size="row" />
      <Button variant="secondary" size="s" icon={iconPrint} onClick={onPaper}>
        {paper}
      </Button>
    </div>
  )
}

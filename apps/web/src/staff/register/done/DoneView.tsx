import { allTenders, sumOver } from '@shirogane/domain/sales/tenders'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconCheck, iconGift } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Plate } from '@shirogane/ui/layout/Plate'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { text } from '../text.ts'
import { type CommandListener, useCommandListener } from '../scan/use-commands.ts'
import styles from './DoneView.module.css'

type DoneViewProps = {
  result: RegisterState
  rankUp: string | null
  onNext: () => void
  commands: CommandListener
}

const nextAfterSeconds = 20

/** The completed sale, in the server's own figures: the change above all, because the customer waits for it. */
export function DoneView({ result, rankUp, onNext, commands }: DoneViewProps) {
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState(nextAfterSeconds)
  const [receipt, setReceipt] = useState<'print' | 'mail' | null>(null)
  const goOn = useEffectEvent(onNext)
  const { transaction, customer } = result
  const { tenders, change } = transaction
  const total = sumOver(allTenders, tenders)
  const wallet = transaction.wallet_after ?? customer?.wallet ?? null

  useCommandListener(commands, true, ({ kind }) => {
    if (kind === 'print') setReceipt('print')
    else if (kind === 'back' && receipt !== null) setReceipt(null)
    else if (kind === 'next') onNext()
    else return false
    return true
  })

  useEffect(() => {
    next.current?.focus()
    announce(text.sayDone(change), 'assertive')
    if (rankUp !== null) announce(text.sayRankUp(rankUp))
  }, [announce, change, rankUp])

  useEffect(() => {
    // A clerk who is at the receipt goes on when they are done with it.
    if (receipt !== null) return undefined
    const end = Date.now() + nextAfterSeconds * 1_000
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - Date.now()) / 1_000)
      setLeft(Math.max(0, seconds))
      if (seconds > 0) return
      clearInterval(timer)
      goOn()
    }, 250)
    return () => clearInterval(timer)
  }, [receipt])

  return (
    <div className={styles.done}>
      <Card className={styles.card}>
        <div className={styles.head}>
          <span className={styles.check}>
            <Icon shape={iconCheck} size={24} />
          </span>
          <h2 className={styles.title}>{text.done}</h2>
        </div>
        <Plate low className={styles.plate}>
          <p className={styles.label}>{change === null ? text.total : text.change}</p>
          <Amount value={change ?? total} unit="¥" size="hero" className={styles.huge} />
        </Plate>
        {rankUp !== null && <InfoStrip icon={iconGift} title={text.rankUp(rankUp)} />}
        <dl className={styles.rows}>
          {change !== null && (
            <>
              <Row label={text.total} value={total} />
              <Row label={text.tendered} value={transaction.cash_tendered ?? tenders.cash} />
            </>
          )}
          {tenders.later > 0 && <Row label={text.tender.later} value={tenders.later} />}
          {customer !== null && (
            <div>
              <dt>{text.member}</dt>
              <dd>{text.memberName(customer.name)}</dd>
            </div>
          )}
          {customer !== null && (
            <Row label={text.earned} value={transaction.received_point_total} unit="pt" sign="always" />
          )}
          {wallet !== null && <Row label={text.newBalance} value={wallet.balance} />}
          {wallet !== null && <Row label={text.newPoints} value={wallet.point_balance} unit="pt" />}
          <div>
            <dt>{text.doneNumber}</dt>
            <dd className="figures">{transaction.number}</dd>
          </div>
        </dl>
        <div className={styles.receipts}>
          <Button variant="secondary" onClick={() => setReceipt('print')}>
            {text.printReceipt}
          </Button>
          <Button variant="secondary" onClick={() => setReceipt('mail')}>
            {text.mailReceipt}
          </Button>
        </div>
        <Button
          ref={next}
          block
          size="pos"
          onClick={onNext}
          trailing={<kbd className={styles.key}>Enter</kbd>}
        >
          {text.next}
        </Button>
        {receipt === null && <p className={styles.wait}>{text.nextIn(left)}</p>}
      </Card>
      {receipt !== null && (
        <RegisterReceipt id={transaction.id} start={receipt} onClose={() => setReceipt(null)} />
      )}
    </div>
  )
}

function Row({
  label,
  value,
  unit = '¥',
  sign = 'auto',
}: {
  label: string
  value: number
  unit?: '¥' | 'pt'
  sign?: 'auto' | 'always'
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} unit={unit} size="row" sign={sign} />
      </dd>
    </div>
  )
}

import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Icon } from '@shirogane/ui/Icon'
import { iconCheck } from '@shirogane/ui/icons'
import { iconPrint } from '@shirogane/ui/icons-staff'
import { Plate } from '@shirogane/ui/Plate'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useEffect, useRef, useState } from 'react'
import { TillReceipt } from '../../TillReceipt.tsx'
import { TakeBackSheet } from '../point/TakeBackSheet.tsx'
import type { Charged } from './ChargeScreen.tsx'
import { text } from './text.ts'
import styles from '../point/point.module.css'

/** What was charged, in the server's own figures: the change first, for it is still in the clerk's hand. */
export function ChargedView({ charged, onNext }: { charged: Charged; onNext: () => void }) {
  const { transaction, name } = charged
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const [step, setStep] = useState<'receipt' | 'back' | null>(null)
  const sentence = text.done(name, transaction.received_wallet)
  useEffect(() => {
    next.current?.focus()
    announce(sentence, 'assertive')
  }, [announce, sentence])
  return (
    <div className={styles.done}>
      <Card className={styles.card}>
        <p className={styles.title}>
          <span className={styles.check}>
            <Icon shape={iconCheck} size={24} />
          </span>
          {sentence}
        </p>
        <Plate low className={styles.plate}>
          <span className={styles.small}>{text.change}</span>
          <Amount value={transaction.change ?? 0} unit="¥" size="hero" />
        </Plate>
        <dl className={styles.rows}>
          <div>
            <dt>{text.tendered}</dt>
            <dd>
              <Amount value={transaction.cash_tendered ?? 0} unit="¥" size="row" />
            </dd>
          </div>
          {transaction.wallet_after !== null && (
            <div>
              <dt>{text.after}</dt>
              <dd>
                <Amount value={transaction.wallet_after.balance} unit="¥" size="row" />
              </dd>
            </div>
          )}
          <div>
            <dt>{text.number}</dt>
            <dd className="figures">{transaction.number}</dd>
          </div>
        </dl>
        <Button ref={next} block size="pos" onClick={onNext}>
          {text.next}
        </Button>
        <Button block variant="secondary" icon={iconPrint} onClick={() => setStep('receipt')}>
          {text.receipt}
        </Button>
        <Button block variant="quiet" onClick={() => setStep('back')}>
          {text.takeBack}
        </Button>
      </Card>
      {step === 'receipt' && <TillReceipt id={transaction.id} onClose={() => setStep(null)} />}
      {step === 'back' && (
        <TakeBackSheet
          id={transaction.id}
          title={text.takeBackQuestion}
          note={text.takeBackNote}
          onClose={() => setStep(null)}
          onDone={onNext}
        />
      )}
    </div>
  )
}

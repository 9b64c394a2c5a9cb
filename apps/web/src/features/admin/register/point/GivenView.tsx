import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Icon } from '@shirogane/ui/Icon'
import { iconCheck } from '@shirogane/ui/icons'
import { Plate } from '@shirogane/ui/Plate'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useEffect, useRef, useState } from 'react'
import type { Given } from './PointScreen.tsx'
import { TakeBackSheet } from './TakeBackSheet.tsx'
import { text } from './text.ts'
import styles from './point.module.css'

/** What was handed over, in the server's own figures, and the way back while the day lasts. */
export function GivenView({ given, onNext }: { given: Given; onNext: () => void }) {
  const { transaction, from, to } = given
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  const points = transaction.received_point_total
  const sentence = from === null ? text.given(to, points) : text.moved(from, to, points)
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
          <Amount value={points} unit="pt" sign="always" size="hero" />
        </Plate>
        <dl className={styles.rows}>
          {transaction.wallet_after !== null && (
            <div>
              <dt>{text.after}</dt>
              <dd>
                <Amount value={transaction.wallet_after.point_balance} unit="pt" size="row" />
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
        <Button block variant="quiet" onClick={() => setTakingBack(true)}>
          {text.takeBack}
        </Button>
      </Card>
      {isTakingBack && (
        <TakeBackSheet
          id={transaction.id}
          title={text.takeBackQuestion}
          note={text.takeBackNote}
          onClose={() => setTakingBack(false)}
          onDone={onNext}
        />
      )}
    </div>
  )
}

import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { Plate } from '@shirogane/ui/layout/Plate'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isReplay } from '../../../shell/api/api.ts'
import { ReplayStrip } from '../../../shared/answers/Replayed.tsx'
import { TakeBackSheet } from './TakeBackSheet.tsx'
import { text } from './text.ts'
import styles from './member.module.css'

type Props = {
  transaction: Transaction
  /** What was done, in one sentence: shown, and read aloud. */
  sentence: string
  plate: ReactNode
  /** Rows of a list, above the number of the transaction. */
  rows: ReactNode
  /** Other ways from here. */
  children?: ReactNode
  /** What the clerk reads before they take it back. */
  takeBack: { question: string; note: string }
  onNext: () => void
}

/** What was done for a member, in the server's own figures, and the way back while the day lasts. */
export function MemberDone({ transaction, sentence, plate, rows, children, takeBack, onNext }: Props) {
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const [isTakingBack, setTakingBack] = useState(false)
  useEffect(() => {
    next.current?.focus()
    announce(sentence, 'assertive')
  }, [announce, sentence])
  return (
    <div className={styles.done}>
      <Card className={styles.card}>
        {isReplay(transaction) && <ReplayStrip movement={transaction} />}
        <p className={styles.title}>
          <span className={styles.check}>
            <Icon shape={iconCheck} size={24} />
          </span>
          {sentence}
        </p>
        <Plate low className={styles.plate}>
          {plate}
        </Plate>
        <dl className={styles.rows}>
          {rows}
          <div>
            <dt>{text.number}</dt>
            <dd className="figures">{transaction.number}</dd>
          </div>
        </dl>
        <p className={styles.small}>{text.spent}</p>
        <Button ref={next} block size="pos" onClick={onNext}>
          {text.next}
        </Button>
        {children}
        <Button block variant="quiet" onClick={() => setTakingBack(true)}>
          {text.takeBack}
        </Button>
      </Card>
      {isTakingBack && (
        <TakeBackSheet
          id={transaction.id}
          title={takeBack.question}
          note={takeBack.note}
          onClose={() => setTakingBack(false)}
          onDone={onNext}
        />
      )}
    </div>
  )
}

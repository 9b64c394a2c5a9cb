import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Field } from '@shirogane/ui/Field'
import { Icon } from '@shirogane/ui/Icon'
import { iconCheck } from '@shirogane/ui/icons'
import { Plate } from '@shirogane/ui/Plate'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../../../lib/api.ts'
import { uuid7 } from '../../../../lib/uuid7.ts'
import type { Given } from './PointScreen.tsx'
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
        <TakeBackSheet id={transaction.id} onClose={() => setTakingBack(false)} onDone={onNext} />
      )}
    </div>
  )
}

function TakeBackSheet({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const toast = useToast()
  const [key] = useState(() => uuid7())
  const [employee_id, setEmployee] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  async function takeBack(): Promise<void> {
    setProblem(undefined)
    try {
      await call('transactions.delete', {
        params: { id },
        body: { employee_id: employee_id.trim(), password },
        idempotencyKey: key,
      })
      toast({ message: text.takenBack, kind: 'ok' })
      onDone()
    } catch (error) {
      setPassword('')
      setProblem(messageOf(error))
    }
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.takeBackQuestion}
      footer={
        <Button block variant="danger" disabled={employee_id === '' || password === ''} onClick={takeBack}>
          {text.takeBack}
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void takeBack()
        }}
      >
        <p className={styles.small}>{text.takeBackNote}</p>
        <Field label={text.employee}>
          <TextInput
            size="s"
            autoComplete="off"
            value={employee_id}
            onChange={(event) => setEmployee(event.target.value)}
          />
        </Field>
        <Field label={text.password} error={problem}>
          <TextInput
            size="s"
            type="password"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Sheet>
  )
}

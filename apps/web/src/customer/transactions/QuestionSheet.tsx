import {
  contactMessageMax,
  contactMessageMin,
  lengthOf,
  saleContactKinds,
  trimmed,
  type SaleContactKind,
} from '@shirogane/contract/inputs/person'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconDoc } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { useState } from 'react'
import { ApiError, call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useSession } from '../../shell/session/session.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { text } from './question-text.ts'
import styles from './transactions.module.css'

type Errors = { subject?: string; message?: string }

export function QuestionSheet({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const [subject, setSubject] = useState<SaleContactKind | ''>('')
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const act = useAct('users.contactTransaction')
  const [number, setNumber] = useState<string | null>(null)
  const { auth } = useSession()
  const isOnline = useOnline()
  const length = lengthOf(trimmed(message))

  async function send(): Promise<void> {
    const wrongMessage =
      length < contactMessageMin
        ? text.tooShort
        : length > contactMessageMax
          ? text.tooLong(contactMessageMax)
          : undefined
    act.say(null)
    setErrors({
      ...(subject === '' && { subject: text.kindNeeded }),
      ...(wrongMessage !== undefined && { message: wrongMessage }),
    })
    if (subject === '' || wrongMessage !== undefined) return
    const outcome = await act.send({
      // The words on this sheet are one question, however often a lost answer makes them be sent.
      wish: transaction.id,
      send: (id) =>
        call('users.contactTransaction', {
          body: { id, transaction_id: transaction.id, subject, message },
        }),
    })
    if (outcome.is === 'done') setNumber(outcome.answer.number)
    if (outcome.is !== 'failed') return
    const fields: Errors = outcome.error instanceof ApiError ? outcome.error.fields : {}
    setErrors(fields)
    if (Object.keys(fields).length > 0) act.say(null)
  }

  if (number !== null) {
    return (
      <Sheet
        isOpen
        onClose={onClose}
        title={text.title}
        footer={
          <Button block onClick={onClose}>
            {text.close}
          </Button>
        }
      >
        <div className={styles.sent} role="status">
          <SuccessCheck />
          <p>{auth?.email ? text.sent : text.sentWithoutMail}</p>
          <p className={styles.rest}>
            {text.number} <b className="figures">{number}</b>
          </p>
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      locked={act.isBusy}
      title={text.title}
      footer={
        <Button block disabled={!isOnline} onClick={send}>
          {isOnline ? text.send : text.offline}
        </Button>
      }
    >
      <form
        className={styles.filterForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {act.problem !== null && (
          <p className={styles.problem} role="alert">
            {act.problem}
          </p>
        )}
        <InfoStrip icon={iconDoc} title={text.about(transaction.number)} />
        <Field label={text.kind} error={errors.subject}>
          <Select
            value={subject}
            onChange={(event) => setSubject(event.target.value as SaleContactKind | '')}
          >
            <option value="">{text.choose}</option>
            {saleContactKinds.map((kind) => (
              <option key={kind} value={kind}>
                {text.kinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.message} helper={text.messageHelper} error={errors.message}>
          <TextArea
            rows={5}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            count={length}
            max={contactMessageMax}
          />
        </Field>
        <p className={styles.lead}>
          {auth?.email ? (
            text.replyTo(auth.email)
          ) : (
            <>
              {text.noMail}
              <AppLink className={styles.link} to={paths.mail('new')}>
                {text.addMail}
              </AppLink>
            </>
          )}
        </p>
      </form>
      <Unsaved when={length > 0} within="sheet" title={text.leave} body={text.leaveBody} />
    </Sheet>
  )
}

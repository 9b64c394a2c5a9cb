import { readEmail } from '@shirogane/contract/inputs/read-fields'
import {
  contactKinds,
  contactMessageMax,
  contactMessageMin,
  lengthOf,
  trimmed,
} from '@shirogane/contract/inputs/person'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { FormSummary } from '@shirogane/ui/inputs/form/FormSummary'
import { iconDoc } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { AppLink, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { transactionQuery } from '../../shell/queries/queries.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { text } from './text.ts'
import styles from './ContactScreen.module.css'

type Values = {
  name: string
  email: string
  kind: (typeof contactKinds)[number] | ''
  message: string
  number: string
}
type Errors = Partial<Record<keyof Values, string>>

const order = ['name', 'email', 'kind', 'message', 'number'] as const

export function ContactForm({ transactionId }: { transactionId?: string }) {
  const session = useSession()
  const isMember = whoIs(session) === 'member'
  const sale = useQuery({
    ...transactionQuery(transactionId ?? ''),
    enabled: isMember && transactionId !== undefined,
  })
  // A question about one's own sale is asked by the account itself: who it is, is known.
  const about = sale.data
  const aboutNumber = about?.number
  const isOnline = useOnline()
  const go = useGo()
  const [start, setStart] = useState<Values>(() => ({
    name: [session.profile?.last_name, session.profile?.first_name].filter(Boolean).join(' '),
    email: session.auth?.email ?? '',
    kind: transactionId === undefined ? '' : 'payment',
    message: '',
    number: '',
  }))
  const [values, setValues] = useState(start)
  // Should the session end meanwhile, the question goes on as a guest's, which is still about this sale.
  useEffect(() => {
    if (aboutNumber === undefined) return
    setStart((before) => ({ ...before, number: aboutNumber }))
    setValues((before) => ({ ...before, number: aboutNumber }))
  }, [aboutNumber])
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSent, setSent] = useState(false)
  const ofAnyone = useAct('contacts.create')
  const ofMember = useAct('users.contactTransaction')
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) summary.current?.focus()
  }, [problem])
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (isSent && done.current !== null)
      go(paths.contact({ step: 'done', number: done.current }), { replace: true })
    // Only after the form has been marked as sent, or it would ask whether to throw its words away.
  }, [isSent, go])

  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
  })

  function check(): Errors {
    const found: Errors = {}
    const length = lengthOf(trimmed(values.message))
    if (about === undefined) {
      if (trimmed(values.name) === '') found.name = text.nameNeeded
      if (readEmail(values.email) === null) found.email = text.emailWrong
    }
    if (values.kind === '') found.kind = text.kindNeeded
    if (length < contactMessageMin) found.message = text.tooShort
    if (length > contactMessageMax) found.message = text.tooLong(contactMessageMax)
    return found
  }

  async function send(): Promise<void> {
    const found = check()
    setErrors(found)
    setProblem(Object.keys(found).length > 0 ? text.summary(Object.keys(found).length) : null)
    if (Object.keys(found).length > 0 || values.kind === '') return
    const { kind, message } = values
    // The words on this form are one question, however often a lost answer makes them be sent.
    const wish = 'form'
    const outcome =
      about === undefined
        ? await ofAnyone.send({
            wish,
            send: (id) =>
              call('contacts.create', {
                body: {
                  id,
                  name: values.name,
                  email: values.email,
                  kind,
                  message,
                  transaction_number: values.number || null,
                },
              }),
          })
        : await ofMember.send({
            wish,
            send: (id) =>
              call('users.contactTransaction', {
                body: { id, transaction_id: about.id, subject: kind, message },
              }),
          })
    if (outcome.is === 'done') {
      done.current = outcome.answer.number
      setSent(true)
    }
    if (outcome.is !== 'failed') return
    const { error } = outcome
    const fields: Errors = error instanceof ApiError ? error.fields : {}
    setErrors(fields)
    setProblem(Object.keys(fields).length > 0 ? text.summary(Object.keys(fields).length) : messageOf(error))
  }

  const wrong = order.filter((name) => errors[name] !== undefined)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem !== null && (
        <FormSummary
          ref={summary}
          title={problem}
          items={wrong.map((name) => ({ id: `contact-${name}`, message: errors[name] ?? '' }))}
        />
      )}
      {about !== undefined ? (
        <InfoStrip icon={iconDoc} title={text.about(about.number)} />
      ) : (
        <>
          <Field label={text.name} id="contact-name" error={errors.name}>
            <TextInput {...field('name')} autoComplete="name" />
          </Field>
          <Field label={text.email} id="contact-email" error={errors.email}>
            <TextInput
              {...field('email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        </>
      )}
      <Field label={text.kind} id="contact-kind" error={errors.kind}>
        <Select {...field('kind')}>
          <option value="">{text.choose}</option>
          {contactKinds.map((kind) => (
            <option key={kind} value={kind}>
              {text.kinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.message} id="contact-message" helper={text.messageHelper} error={errors.message}>
        <TextArea
          {...field('message')}
          rows={6}
          count={lengthOf(trimmed(values.message))}
          max={contactMessageMax}
        />
      </Field>
      {about === undefined && (
        <Field
          label={text.number}
          need="optional"
          id="contact-number"
          helper={text.numberHelper}
          error={errors.number}
        >
          <TextInput {...field('number')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
      )}
      <p className={styles.privacy}>
        {text.privacy}
        <AppLink to={paths.privacy()}>{text.privacyLink}</AppLink>
      </p>
      <Button block disabled={!isOnline} onClick={send}>
        {isOnline ? text.send : text.offline}
      </Button>
      <Unsaved when={!isSent && (values.message !== start.message || values.number !== start.number)} />
    </form>
  )
}

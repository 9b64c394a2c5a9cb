import { sentenceOf } from '@shirogane/contract/wire/errors'
import { maskEmail, readEmail } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { User } from '@shirogane/contract/resources/shapes'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Problem } from '@shirogane/ui/states/Problem'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { CodeForm } from '../../../shared/forms/CodeForm.tsx'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { linkTo, useGo, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { adoptUser, useSession } from '../../../shell/session/session.ts'
import { findChange, type SentCode, useSentCode } from '../sent-code.ts'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './mail.module.css'

type Sent = SentCode & { isNew: boolean }

/** The address in force, the way to another one, and the code that makes either sure. */
export default function MailScreen() {
  const { auth } = useSession()
  const step = useSearchParam('step')
  const go = useGo()
  const isHere = useIsHere()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [sent, setSent] = useSentCode<Sent>('mail')
  if (auth === null) return null
  const { email, email_verified } = auth

  /** Answers what went wrong, or null; also null where the reader thought better of it. */
  async function send(to: string, isNew: boolean): Promise<string | null> {
    try {
      const answer = isNew
        ? await withStepUp('email', () => call('users.email', { body: { email: to } }))
        : { value: await call('users.sendEmailCode', { body: { target: 'current' } }) }
      if (answer === null) return null
      setSent({ to, isNew, resendAt: Date.now() + answer.value.resend_in * 1000 })
      if (step !== 'code' && isHere()) go(paths.mail('code'), { replace: step === 'new' })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) return messageOf(error)
      if (error.code !== 'PIN_RESEND_TOO_SOON') return error.fields['email'] ?? error.message
      // One is on its way already: to another address than this one, it may be.
      const known = sent ?? (isNew ? null : { to, isNew })
      if (known === null) return error.message
      const seconds = error.retryAfterSeconds ?? limits.pinResendSeconds
      setSent({ ...known, resendAt: Date.now() + seconds * 1000 })
      if (isNew && known.to !== to) return error.message
      if (step !== 'code' && isHere()) go(paths.mail('code'), { replace: step === 'new' })
      return null
    }
  }
  async function resend({ isNew, to }: Sent): Promise<string | null> {
    try {
      const target = isNew ? 'new' : 'current'
      const { resend_in } = await call('users.sendEmailCode', { body: { target } })
      setSent({ isNew, to, resendAt: Date.now() + resend_in * 1000 })
      return null
    } catch (error) {
      return messageOf(error)
    }
  }

  return (
    <div className={styles.screen}>
      {step === 'code' && sent !== null && !isMade(sent, auth) ? (
        <CodeStep sent={sent} onResend={() => resend(sent)} onDone={() => setSent(null)} />
      ) : step === 'new' ? (
        <NewStep onSend={(to) => send(to, true)} />
      ) : (
        <Current
          email={email}
          isVerified={email_verified}
          hasCode={sent !== null && !isMade(sent, auth)}
          onSend={(to) => send(to, false)}
        />
      )}
      {stepUpSheet}
    </div>
  )
}

/** What the code was for is done, though its answer may have been lost. */
const isMade = ({ to }: Sent, { email, email_verified }: Pick<User, 'email' | 'email_verified'>): boolean =>
  email === to && email_verified

type CurrentProps = {
  email: string | null
  isVerified: boolean
  /** One is on its way, or waits in the mailbox. */
  hasCode: boolean
  onSend: (email: string) => Promise<string | null>
}

function Current({ email, isVerified, hasCode, onSend }: CurrentProps) {
  const go = useGo()
  const isOnline = useOnline()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Card padded className={styles.card}>
        <p className={styles.label}>{text.now}</p>
        <div className={styles.now}>
          <span className={styles.address}>{email === null ? text.none : maskEmail(email)}</span>
          {email !== null && (
            <Chip tone={isVerified ? 'ok' : 'warn'}>{isVerified ? text.verified : text.unverified}</Chip>
          )}
        </div>
      </Card>
      <Problem message={problem} />
      {hasCode && (
        <ButtonLink block render={linkTo(paths.mail('code'))}>
          {text.enterCode}
        </ButtonLink>
      )}
      {email !== null && !isVerified && (
        <Button
          block
          variant="secondary"
          disabled={!isOnline}
          onClick={async () => setProblem(await onSend(email))}
        >
          {text.sendCode}
        </Button>
      )}
      <Button block disabled={!isOnline} onClick={() => go(paths.mail('new'))}>
        {email === null ? text.add : text.change}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      <ButtonLink variant="quiet" block render={linkTo(paths.forgot('undo'))}>
        {text.undo}
      </ButtonLink>
    </>
  )
}

function NewStep({ onSend }: { onSend: (email: string) => Promise<string | null> }) {
  const isOnline = useOnline()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useHoldUpdate(email !== '')

  async function look(): Promise<void> {
    const address = readEmail(email)
    if (address === null) return
    try {
      const { available, message } = await call('users.isEmailAvailable', { query: { email: address } })
      if (!available) setProblem(message ?? sentenceOf('EMAIL_TAKEN'))
    } catch {
      // The answer comes with the form.
    }
  }
  async function submit(): Promise<void> {
    const address = readEmail(email)
    if (address === null) {
      setProblem(sentenceOf('EMAIL_FORMAT'))
      return
    }
    setBusy(true)
    setProblem(await onSend(address))
    setBusy(false)
  }

  return (
    <form
      className={styles.screen}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={text.newEmail} helper={text.newHelper} className={styles.field} error={problem}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onBlur={() => void look()}
          onChange={(event) => {
            setEmail(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={!isOnline || email.trim() === ''}>
        {text.send}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
    </form>
  )
}

type CodeProps = { sent: Sent; onResend: () => Promise<string | null>; onDone: () => void }

function CodeStep({ sent, onResend, onDone }: CodeProps) {
  const go = useGo()
  const toast = useToast()
  const isOnline = useOnline()
  const isHere = useIsHere()
  const act = useAct('users.verifyEmail')
  function confirmed(user: User): null {
    if (isHere()) go(paths.mail(), { replace: true })
    adoptUser(user)
    onDone()
    toast({ message: sent.isNew ? text.changed : text.confirmed, kind: 'ok' })
    return null
  }
  return (
    <>
      <p role="status">{text.sent(maskEmail(sent.to))}</p>
      <CodeForm
        resendAt={sent.resendAt}
        disabled={!isOnline}
        onResend={onResend}
        onSubmit={async (code) => {
          const outcome = await act.send({
            wish: code,
            send: () => call('users.verifyEmail', { body: { code } }),
            ...findChange((one) => isMade(sent, one)),
          })
          if (outcome.is === 'failed') return messageOf(outcome.error)
          return outcome.is === 'left'
            ? null
            : confirmed(outcome.is === 'found' ? outcome.found : outcome.answer)
        }}
      />
      <p className={styles.blocked}>{text.spam}</p>
      {sent.isNew && (
        <Button variant="quiet" onClick={() => go(paths.mail('new'), { replace: true })}>
          {text.otherAddress}
        </Button>
      )}
    </>
  )
}

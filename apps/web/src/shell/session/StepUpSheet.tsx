import { limits } from '@shirogane/contract/rules/limits'
import type { StepUpMethod, StepUpPurpose } from '@shirogane/contract/terms/step-up'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { Problem } from '@shirogane/ui/states/Problem'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf, serverMessageOf } from '../api/api.ts'
import { useAct } from '../api/use-act.ts'
import { CodeForm } from '../../shared/forms/CodeForm.tsx'
import { canUsePasskeys, signChallenge } from './passkeys.ts'
import { stepUpMethodsQuery } from '../queries/queries.ts'
import type { ProofSubject } from './proof-subject.ts'
import { useHoldUpdate } from '../updates/use-hold-update.ts'
import { text } from './step-up-sheet-text.ts'
import styles from './StepUpSheet.module.css'

type Props = {
  purpose: StepUpPurpose
  subject: ProofSubject | null
  onProven: () => void
  onClose: () => void
}

/** Asks a signed-in person once more who they are, the safest way first. */
export function StepUpSheet({ purpose, subject, onProven, onClose }: Props) {
  // What is confirmed is named where it is confirmed, and the proof is good for nothing else.
  const about = { purpose, ...(subject !== null && { ref: subject.ref }) }
  const query = useQuery({ ...stepUpMethodsQuery(purpose), staleTime: 0, gcTime: 0 })
  const methods = (query.data?.methods ?? []).filter((method) => method !== 'passkey' || canUsePasskeys())
  const [chosen, setChosen] = useState<StepUpMethod | null>(null)
  const [first] = methods
  const current = chosen ?? first
  const others = methods.filter((method) => method !== current)
  const body = useRef<HTMLDivElement>(null)
  // What the proof is for waits behind the sheet.
  useHoldUpdate(true)
  // The sheet opens before it is known what to ask for, with the focus on its cross: the field that is asked for has it next.
  useEffect(() => body.current?.querySelector('input')?.focus(), [current])
  const labels = { passkey: text.passkey, otp: text.otp, password: text.usePassword }
  return (
    <Sheet isOpen onClose={onClose} title={text.title} description={text.body}>
      <div ref={body} className={styles.body}>
        {subject !== null && <p className={styles.subject}>{subject.name}</p>}
        {query.isPending && <Skeleton height={120} />}
        {query.isError && (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        )}
        {query.data !== undefined && current === undefined && <p role="alert">{text.none}</p>}
        {current === 'passkey' && <ByPasskey about={about} onProven={onProven} />}
        {current === 'otp' && <ByCode about={about} phone={query.data?.phone ?? ''} onProven={onProven} />}
        {current === 'password' && <ByPassword about={about} onProven={onProven} />}
        {others.map((method) => (
          <Button key={method} variant="quiet" block onClick={() => setChosen(method)}>
            {labels[method]}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}

type WayProps = { about: { purpose: StepUpPurpose; ref?: string }; onProven: () => void }

function ByPasskey({ about, onProven }: WayProps) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Problem message={problem} />
      <Button
        block
        onClick={async () => {
          setProblem(null)
          try {
            const credential = await signChallenge()
            if (credential === null) return
            await call('auth.stepUp', { body: { method: 'passkey', ...about, credential } })
            onProven()
          } catch (error) {
            setProblem(messageOf(error))
          }
        }}
      >
        {text.passkey}
      </Button>
    </>
  )
}

function ByCode({ about, phone, onProven }: WayProps & { phone: string }) {
  const [isSent, setSent] = useState(false)
  const [resendAt, setResendAt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct('auth.stepUp')

  async function send(): Promise<string | null> {
    try {
      const { resend_in } = await call('auth.stepUpSend', { body: about })
      setResendAt(Date.now() + resend_in * 1000)
      setSent(true)
      return null
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PIN_RESEND_TOO_SOON') {
        setResendAt(Date.now() + (error.retryAfterSeconds ?? limits.pinResendSeconds) * 1000)
        setSent(true)
      }
      return messageOf(error)
    }
  }
  useEffect(() => {
    // The sheet was opened to be asked by a code: one is on its way before the reader has found the boxes.
    void send().then(setProblem)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when this way is chosen
  }, [])

  return (
    <>
      <p className={styles.line} role="status">
        {isSent ? text.sent(phone) : problem === null ? text.sending : null}
      </p>
      <Problem message={problem} />
      <CodeForm
        resendAt={resendAt}
        onResend={async () => {
          setProblem(null)
          return send()
        }}
        onSubmit={async (code) => {
          setProblem(null)
          const outcome = await act.send({
            wish: code,
            send: () => call('auth.stepUp', { body: { method: 'otp', ...about, code } }),
            // It was right, and is used up: whether the proof stands, the act itself is told.
            isSpent: (error, { isLost }) => isLost && error.code === 'PIN_EXPIRED',
          })
          if (outcome.is === 'failed') return messageOf(outcome.error)
          onProven()
          return null
        }}
      />
    </>
  )
}

function ByPassword({ about, onProven }: WayProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(): Promise<void> {
    if (password === '') return
    setBusy(true)
    try {
      await call('auth.stepUp', { body: { method: 'password', ...about, password } })
      onProven()
    } catch (error) {
      setPassword('')
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={text.password} className={styles.field} error={problem}>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={password === ''}>
        {text.confirm}
      </Button>
    </form>
  )
}

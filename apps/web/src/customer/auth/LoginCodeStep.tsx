import { Button } from '@shirogane/ui/actions/Button'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { loginByCode, type WaitingLogin } from '../../shell/session/session.ts'
import { PinForm } from './PinForm.tsx'
import { text } from './text.ts'
import { pinMessage } from './use-pin.ts'
import styles from './LoginScreen.module.css'

type Props = {
  waiting: WaitingLogin
  /** Sends the name and the password once more. */
  askAgain: () => Promise<void>
  onDone: () => Promise<void>
  /** Back to the password, with the reason where there is one. */
  onLapsed: (reason: string | null) => void
}

/** The code that a login needs in a browser that its owner has not used before. */
export function LoginCodeStep({ waiting, askAgain, onDone, onLapsed }: Props) {
  const isOnline = useOnline()
  const toast = useToast()
  const [isSent, setSent] = useState(waiting.sent)
  const [resendAt, setResendAt] = useState(() => Date.now() + waiting.resend_in * 1000)
  const act = useAct('auth.loginCode')

  /** The login is over; everything else leaves another try. */
  function hasLapsed(error: unknown): boolean {
    const isOver =
      error instanceof ApiError &&
      (error.code === 'LOGIN_FLOW_INVALID' || error.code === 'PIN_ATTEMPTS_EXCEEDED')
    if (isOver) onLapsed(error.message)
    return isOver
  }

  async function submit(pin: string): Promise<string | null> {
    let refusal: unknown = null
    const outcome = await act.send({
      wish: pin,
      send: () => loginByCode({ flow: waiting.flow, pin }),
      // Only where no other code was sent without an answer: that may be typed by another person who has found this page.
      isSpent: ({ code }, { isOnlyLost }) => isOnlyLost && code === 'LOGIN_FLOW_INVALID',
      // Where the code was right, this browser is known by now and needs no other; else the login waits for a new one.
      async find() {
        await askAgain().catch((error: unknown) => {
          refusal = error
          throw error
        })
        return true
      },
    })
    if (outcome.is === 'done') await onDone()
    if (outcome.is !== 'failed') return null
    const { error, isUnclear } = outcome
    if (refusal === null) return hasLapsed(error) ? null : pinMessage(error)
    if (isUnclear) return messageOf(error)
    onLapsed(messageOf(refusal))
    return null
  }

  async function resend(): Promise<void> {
    try {
      const { resend_in } = await call('auth.loginSend', { body: { flow: waiting.flow } })
      setSent(true)
      setResendAt(Date.now() + resend_in * 1000)
      toast({ message: text.codeResent, kind: 'ok' })
    } catch (error) {
      if (hasLapsed(error)) return
      if (error instanceof ApiError && error.retryAfterSeconds !== null)
        setResendAt(Date.now() + error.retryAfterSeconds * 1000)
      toast({ message: pinMessage(error), kind: 'error' })
    }
  }

  return (
    <div className={styles.form}>
      <StepTitle as="h1" className={styles.heading}>
        {text.codeHeading}
      </StepTitle>
      <p>{text.codeLead}</p>
      <p role="status">{isSent ? text.codeSent(waiting.to) : text.codeWait(waiting.to)}</p>
      <PinForm resendAt={resendAt} disabled={!isOnline} onSubmit={submit} onResend={resend} />
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      <Button variant="quiet" onClick={() => onLapsed(null)}>
        {text.startOver}
      </Button>
    </div>
  )
}

import { limits } from '@shirogane/contract/rules/limits'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import { text } from './pin-text.ts'

type Sent = 'no' | 'sending' | 'sent' | 'failed'

/** What the server said about a code, where the screen has no words of its own for it. */
export function pinMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'PIN_EXPIRED') return text.expired
  if (error.code === 'PIN_ATTEMPTS_EXCEEDED') return text.exhausted
  return error.fields['pin'] ?? error.message
}

export const isVerifiedAlready = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ALREADY_VERIFIED'

/** When the server sent a code by itself, as it does with a registration: another is not asked for a moment later. */
let sentByItself = 0

export function notePinSentByItself(): void {
  sentByItself = Date.now()
}

/** When another one may be asked for; 0 when none was sent lately. */
function freshUntil(): number {
  const until = sentByItself + limits.pinResendSeconds * 1000
  return until > Date.now() ? until : 0
}

/**
 * Sending the code to the phone on record, and from when on it may be sent again. A reader who needs none any more is
 * led on where `leadOn` can.
 */
export function usePinSending(leadOn: () => Promise<boolean>) {
  const [sent, setSent] = useState<Sent>(() => (freshUntil() > 0 ? 'sent' : 'no'))
  const [resendAt, setResendAt] = useState(freshUntil)
  const [problem, setProblem] = useState<string | null>(null)

  function noteSent(): void {
    setSent('sent')
    setProblem(null)
    setResendAt(Date.now() + limits.pinResendSeconds * 1000)
  }

  /** Answers whether a new code is on its way. */
  async function send(): Promise<boolean> {
    setSent('sending')
    setProblem(null)
    try {
      const { resend_in } = await call('auth.sendVerify')
      setSent('sent')
      setResendAt(Date.now() + resend_in * 1000)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PIN_RESEND_TOO_SOON') {
        // One is on its way already, from the registration or from another tab.
        setSent('sent')
        setResendAt(Date.now() + (error.retryAfterSeconds ?? limits.pinResendSeconds) * 1000)
        return false
      }
      if (isVerifiedAlready(error) && (await leadOn())) return false
      setSent('failed')
      setProblem(pinMessage(error))
      return false
    }
  }

  return { sent, resendAt, problem, send, noteSent }
}

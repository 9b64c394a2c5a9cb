import { sentenceOf } from '@shirogane/contract/wire/errors'
import { readPhone, showPhone } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { User } from '@shirogane/contract/resources/shapes'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { CodeForm } from '../../../shared/forms/CodeForm.tsx'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useBack } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { adoptUser, useSession } from '../../../shell/session/session.ts'
import { findChange, useSentCode } from '../sent-code.ts'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './setting.module.css'

/** A member's new number: who they are is asked first, then the code to the new number, and only then it changes. */
export function PhoneTab() {
  const { auth } = useSession()
  const isOnline = useOnline()
  const toast = useToast()
  const back = useBack()
  const isHere = useIsHere()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [phone, setPhone] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useSentCode('phone')
  const code = useAct('users.verifyPhone')
  // Also while the code for it is on its way.
  useHoldUpdate(phone !== '')
  if (auth === null) return null
  if (auth.type === 'employee') return <p className={styles.lead}>{text.staffPhone}</p>

  /** Answers what went wrong, or null. */
  async function send(number: string): Promise<string | null> {
    try {
      const answer = await withStepUp('phone', () => call('users.phone', { body: { phone: number } }))
      if (answer === null) return null
      setSent({ to: number, resendAt: Date.now() + answer.value.resend_in * 1000 })
      return null
    } catch (error) {
      if (sent !== null && error instanceof ApiError && error.code === 'PIN_RESEND_TOO_SOON') {
        const seconds = error.retryAfterSeconds ?? limits.pinResendSeconds
        setSent({ ...sent, resendAt: Date.now() + seconds * 1000 })
      }
      return error instanceof ApiError ? (error.fields['phone'] ?? error.message) : messageOf(error)
    }
  }
  async function submit(): Promise<void> {
    const read = readPhone(phone)
    if ('refusal' in read) {
      setProblem(sentenceOf(read.refusal))
      return
    }
    if (read.e164 === auth?.phone_number) {
      setProblem(text.phoneSame)
      return
    }
    setBusy(true)
    setProblem(await send(read.e164))
    setBusy(false)
  }

  function changed(user: User): null {
    adoptUser(user)
    setSent(null)
    toast({ message: text.phoneChanged, kind: 'ok' })
    if (isHere()) back(paths.setting())
    return null
  }

  // What has become of a change whose answer was lost is seen where the page was loaded anew.
  if (sent !== null && sent.to !== auth.phone_number)
    return (
      <div className={styles.form}>
        <p className={styles.lead} role="status">
          {text.phoneSent(showPhone(sent.to))}
        </p>
        <CodeForm
          resendAt={sent.resendAt}
          disabled={!isOnline}
          onResend={() => send(sent.to)}
          onSubmit={async (pin) => {
            const outcome = await code.send({
              wish: pin,
              send: () => call('users.verifyPhone', { body: { pin } }),
              ...findChange(({ phone_number }) => phone_number === sent.to),
            })
            if (outcome.is === 'failed') return messageOf(outcome.error)
            return outcome.is === 'left'
              ? null
              : changed(outcome.is === 'found' ? outcome.found : outcome.answer)
          }}
        />
        <p className={styles.blocked}>{text.phoneElsewhere}</p>
        <Button variant="quiet" onClick={() => setSent(null)}>
          {text.phoneAgain}
        </Button>
        {stepUpSheet}
      </div>
    )
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={text.phoneNow} group>
        <p className={styles.now}>{auth.phone_number === null ? '—' : showPhone(auth.phone_number)}</p>
      </Field>
      <InfoStrip icon={iconWarn} tone="warn" title={text.phoneWarning} text={text.phoneWarningBody} />
      <Field label={text.phoneNew} className={styles.field} error={problem}>
        <TextInput
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={!isOnline || phone.trim() === ''}>
        {text.change}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      {stepUpSheet}
    </form>
  )
}

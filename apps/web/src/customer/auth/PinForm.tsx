import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useSecondsUntil } from '../../shared/dates/countdown.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { text } from './pin-text.ts'
import { useWebOtp } from './use-web-otp.ts'
import styles from './register/register.module.css'

type Props = {
  initial?: string
  /** Tries the code; answers what to say under the boxes, or null when it was right. */
  onSubmit: (pin: string) => Promise<string | null>
  /** Sends another one. */
  onResend: () => Promise<unknown>
  /** The moment from which on another one may be sent. */
  resendAt: number
  disabled?: boolean
  /** Beside the button that sends again. */
  beside?: ReactNode
}

/** Six boxes, one button, and the way to another code. */
export function PinForm({ initial = '', onSubmit, onResend, resendAt, disabled = false, beside }: Props) {
  const id = useId()
  const [pin, setPin] = useState(initial.replace(/\D/g, '').slice(0, 6))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useSecondsUntil(resendAt)
  useHoldUpdate(pin !== '')
  useWebOtp((code) => setPin(code))

  async function submit(): Promise<void> {
    if (pin.length < 6) {
      setProblem(text.pinRequired)
      return
    }
    setBusy(true)
    try {
      const wrong = await onSubmit(pin)
      setProblem(wrong)
      if (wrong !== null) setPin('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.sheetBody}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={text.pin} id={`${id}-pin`} className={styles.pinField} error={problem}>
        <PinInput
          value={pin}
          onChange={(digits) => {
            setPin(digits)
            setProblem(null)
          }}
          disabled={disabled}
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={disabled}>
        {text.confirm}
      </Button>
      <div className={styles.after}>
        <Button type="button" variant="quiet" size="s" disabled={disabled || wait > 0} onClick={onResend}>
          {wait > 0 ? text.resendIn(wait) : text.resend}
        </Button>
        {beside}
      </div>
    </form>
  )
}

import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { useState } from 'react'
import { useSecondsUntil } from '../dates/countdown.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { text } from './code-form-text.ts'
import styles from './CodeForm.module.css'

type Props = {
  /** Tries the code; answers what to say under the boxes, or null when it was right. */
  onSubmit: (code: string) => Promise<string | null>
  /** Sends another one; answers what to say, or null when it is on its way. */
  onResend: () => Promise<string | null>
  /** The moment from which on another one may be sent. */
  resendAt: number
  disabled?: boolean
}

/** The boxes for a code that was sent, and the way to another one. The last digit sends it off. */
export function CodeForm({ onSubmit, onResend, resendAt, disabled = false }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useSecondsUntil(resendAt)
  // What is typed of a code is gone with the page.
  useHoldUpdate(true)

  async function submit(digits: string): Promise<void> {
    if (isBusy) return
    if (digits.length < 6) {
      setProblem(text.six)
      return
    }
    setBusy(true)
    try {
      const wrong = await onSubmit(digits)
      setProblem(wrong)
      if (wrong !== null) setCode('')
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
        void submit(code)
      }}
    >
      <Field label={text.code} className={styles.field} error={problem}>
        <PinInput
          value={code}
          disabled={disabled}
          onChange={(digits) => {
            setCode(digits)
            setProblem(null)
          }}
          onComplete={(digits) => void submit(digits)}
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={disabled}>
        {text.confirm}
      </Button>
      <Button
        variant="quiet"
        size="s"
        className={styles.resend}
        disabled={disabled || wait > 0}
        onClick={async () => {
          setCode('')
          setProblem(await onResend())
        }}
      >
        {wait > 0 ? text.resendIn(wait) : text.resend}
      </Button>
    </form>
  )
}

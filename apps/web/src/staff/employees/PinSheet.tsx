import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { text } from './text.ts'
import styles from './staff.module.css'

/** One's own PIN, behind one's own password. */
export function PinSheet({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<{ password?: string; pin?: string; again?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const isFull = password !== '' && [pin, again].every((digits) => digits.length === limits.staffPinDigits)

  async function submit(): Promise<void> {
    if (!isFull || isBusy) return
    if (pin !== again) {
      setProblem({ again: text.pinMismatch })
      return
    }
    setBusy(true)
    try {
      await call('users.pin', { body: { current_password: password, pin } })
      refetch('admin.staffList')
      toast({ message: text.pinSaved, kind: 'ok' })
      onClose()
    } catch (error) {
      const isPin = error instanceof ApiError && error.code.startsWith('STAFF_PIN')
      setProblem(isPin ? { pin: messageOf(error) } : { password: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet isOpen onClose={onClose} title={text.pinTitle} description={text.pinLead}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field label={text.password} error={problem.password}>
          <PasswordInput
            value={password}
            autoComplete="current-password"
            onChange={(event) => {
              setPassword(event.target.value)
              setProblem({})
            }}
          />
        </Field>
        <Field label={text.newPin} error={problem.pin}>
          <PinInput masked value={pin} onChange={(digits) => (setPin(digits), setProblem({}))} />
        </Field>
        <Field label={text.pinAgain} error={problem.again}>
          <PinInput masked value={again} onChange={(digits) => (setAgain(digits), setProblem({}))} />
        </Field>
        <Button type="submit" block busy={isBusy} disabled={!isFull}>
          {text.pinSave}
        </Button>
      </form>
    </Sheet>
  )
}

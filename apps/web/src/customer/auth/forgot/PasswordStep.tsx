import { passwordRefusal } from '@shirogane/contract/inputs/passwords'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PasswordStrength } from '@shirogane/ui/inputs/PasswordStrength'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { login } from '../../../shell/session/session.ts'
import { text as registerText } from '../register/text.ts'
import { strengthOf } from '../../shared/forms/password-strength.ts'
import { StepForm } from './StepForm.tsx'
import { text } from './text.ts'

const refusals = {
  PASSWORD_CHARS: registerText.passwordChars,
  PASSWORD_TOO_SHORT: registerText.passwordShort,
  PASSWORD_TOO_COMMON: registerText.passwordCommon,
} as const

type Props = {
  /** Whose password it is, as they named themselves; empty where another way led here. */
  credential: string
  onChanged: () => void
  onLapsed: () => void
}

const isRunOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'RESET_TOKEN_INVALID'

export function PasswordStep({ credential, onChanged, onLapsed }: Props) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [mismatch, setMismatch] = useState(false)
  const act = useAct('auth.resetPassword')

  async function submit(): Promise<void> {
    const refusal = passwordRefusal(password)
    setProblem(refusal === null ? null : refusals[refusal])
    setMismatch(refusal === null && password !== again)
    if (refusal !== null || password !== again) return
    const outcome = await act.send({
      wish: password,
      send: () => call('auth.resetPassword', { body: { password } }),
      isSpent: (error, { isLost }) => isLost && credential !== '' && isRunOver(error),
      // Only the answer was lost, and the run has ended with it: whether the password is the new one, a login with it tells.
      find: () =>
        login({ credential, password }).then(
          () => true,
          () => false,
        ),
    })
    if (outcome.is !== 'failed') onChanged()
    else if (isRunOver(outcome.error)) onLapsed()
    else
      setProblem(
        (outcome.error instanceof ApiError && outcome.error.fields['password']) || messageOf(outcome.error),
      )
  }

  return (
    <StepForm heading={text.newHeading} submit={text.change} onSubmit={submit}>
      <Field label={text.password} helper={registerText.passwordHelp} error={problem}>
        <PasswordInput
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(null)
          }}
          autoComplete="new-password"
          maxLength={256}
        />
        <PasswordStrength level={strengthOf(password, [])} />
      </Field>
      <Field label={text.again} error={mismatch && text.mismatch}>
        <PasswordInput
          value={again}
          onChange={(event) => {
            setAgain(event.target.value)
            setMismatch(false)
          }}
          autoComplete="new-password"
          maxLength={256}
        />
      </Field>
    </StepForm>
  )
}

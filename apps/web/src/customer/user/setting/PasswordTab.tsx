import { sentenceOf } from '@shirogane/contract/wire/errors'
import { passwordRefusal } from '@shirogane/contract/inputs/passwords'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PasswordStrength } from '@shirogane/ui/inputs/PasswordStrength'
import { Problem } from '@shirogane/ui/states/Problem'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useBack } from '../../../shell/navigation/navigation.tsx'
import { strengthOf } from '../../shared/forms/password-strength.ts'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { useSession } from '../../../shell/session/session.ts'
import { Unsaved } from '../../../shell/navigation/Unsaved.tsx'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import styles from './setting.module.css'

type Problems = { current?: string; next?: string; again?: string; form?: string }

export function PasswordTab() {
  const { auth } = useSession()
  const isOnline = useOnline()
  const toast = useToast()
  const back = useBack()
  const isHere = useIsHere()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isDone, setDone] = useState(false)
  const { send, isBusy } = useAct('users.password')
  if (auth === null) return null
  const about = [auth.username, auth.phone_number ?? '']

  async function submit(): Promise<void> {
    const refusal = passwordRefusal(next, about)
    const found: Problems = {
      ...(current === '' && { current: text.currentRequired }),
      ...(refusal !== null && { next: sentenceOf(refusal) }),
      ...(refusal === null && next !== again && { again: sentenceOf('PASSWORD_MISMATCH') }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const outcome = await send({
      wish: next,
      send: () => call('users.password', { body: { current_password: current, password: next } }),
      isSpent: (error, { isLost }) => isLost && isWrongNow(error),
      find: () => isInForce(next),
    })
    if (outcome.is === 'failed') {
      setProblems(problemsOf(outcome.error))
      return
    }
    setDone(true)
    refetch('auth.sessions')
    toast({ message: text.passwordChanged, kind: 'ok' })
    if (isHere()) back(paths.setting())
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
      <Problem message={problems.form} />
      {/* Password managers file the new password under this name. */}
      <input type="text" autoComplete="username" value={auth.username} readOnly hidden />
      <Field label={text.currentPassword} className={styles.field} error={problems.current}>
        <PasswordInput
          value={current}
          autoComplete="current-password"
          onChange={(event) => {
            setCurrent(event.target.value)
            setProblems({})
          }}
        />
      </Field>
      <Field
        label={text.newPassword}
        helper={auth.employee === null ? text.passwordHelper : text.passwordHelperStaff}
        error={problems.next}
      >
        <PasswordInput
          value={next}
          autoComplete="new-password"
          maxLength={256}
          onChange={(event) => {
            setNext(event.target.value)
            setProblems({})
          }}
        />
        <PasswordStrength level={strengthOf(next, about)} />
      </Field>
      <Field label={text.newPasswordAgain} className={styles.field} error={problems.again}>
        <PasswordInput
          value={again}
          autoComplete="new-password"
          maxLength={256}
          onChange={(event) => {
            setAgain(event.target.value)
            setProblems({})
          }}
        />
      </Field>
      <p className={styles.note}>{text.passwordOthers}</p>
      <Button type="submit" block busy={isBusy} disabled={!isOnline}>
        {text.change}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      <Unsaved when={!isDone && (current !== '' || next !== '' || again !== '')} />
    </form>
  )
}

const isWrongNow = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PASSWORD_CURRENT_INVALID'

/** The server says that a password is the same only of the one in force, and only to a person who knows it. */
async function isInForce(password: string): Promise<boolean> {
  try {
    await call('users.password', { body: { current_password: password, password } })
    return false
  } catch (error) {
    return error instanceof ApiError && error.code === 'PASSWORD_SAME'
  }
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { form: messageOf(error) }
  if (isWrongNow(error)) return { current: text.currentWrong }
  const next = error.fields['password']
  return next === undefined ? { form: error.message } : { next }
}

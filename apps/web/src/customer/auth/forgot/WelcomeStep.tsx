import { limits } from '@shirogane/contract/rules/limits'
import { staffCalls } from '@shirogane/contract/generated/staff-calls'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call, messageOf, type Output } from '../../../shell/api/api.ts'
import { addCalls } from '../../../shell/api/call-table.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { login } from '../../../shell/session/session.ts'
import { StepForm } from './StepForm.tsx'
import { text as common } from './text.ts'
import { text } from './welcome-step-text.ts'

// What staff alone may call: this page of theirs stands among those of everybody.
addCalls(staffCalls)

type Invited = Output<'auth.staffInvitation'>
type Problem = { code?: string; password?: string; again?: string; pin?: string }

/** Behind the hash nothing of it reaches a server; it leaves the address with this step. */
const codeInAddress = () => decodeURIComponent(location.hash.slice(1))

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'STAFF_INVITATION_INVALID'

/** A new member of staff chooses a password and a PIN that no other person has seen. */
export function WelcomeStep({ onWelcome }: { onWelcome: () => void }) {
  const [code, setCode] = useState(codeInAddress)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const toast = useToast()
  const act = useAct('auth.staffWelcome')

  async function run(work: () => Promise<void>): Promise<void> {
    setProblem({})
    try {
      await work()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (fields['password'] !== undefined || fields['pin'] !== undefined) {
        setProblem({
          ...(fields['password'] && { password: fields['password'] }),
          ...(fields['pin'] && { pin: fields['pin'] }),
        })
      } else if (isInvalid(error)) {
        setInvited(null)
        setProblem({ code: messageOf(error) })
      } else setProblem({ [invited === null ? 'code' : 'password']: messageOf(error) })
    }
  }
  const look = () => run(async () => setInvited(await call('auth.staffInvitation', { body: { code } })))
  const lookAtOnce = useEffectEvent(() => {
    if (code !== '') void look()
  })
  useEffect(() => lookAtOnce(), [])

  async function submit(): Promise<void> {
    if (invited === null) await look()
    else if (password !== again) setProblem({ again: common.mismatch })
    else
      await run(async () => {
        if (await welcome(invited.number)) onWelcome()
        // The login has led home by now, so this is said over it.
        else toast({ message: text.pinUnset, kind: 'error', duration: 10_000 })
      })
  }

  /** Sets both; answers whether the PIN is set. Whose password alone is, is signed in by then. */
  async function welcome(number: string): Promise<boolean> {
    const outcome = await act.send({
      wish: { password, pin },
      send: () => call('auth.staffWelcome', { body: { code, password, pin } }),
      // Only the answer was lost, and the code is used up with it; or nothing arrived, and the code has run out since. Whether
      // the password is theirs, a login with it tells, where there was never another one.
      isSpent: (error, { isOnlyLost }) => isOnlyLost && isInvalid(error),
      async find() {
        const entered = await login({ credential: number, password })
        if ('flow' in entered) return null
        // It may be the password of before: whether the PIN was set with it is not known, so it is set now.
        const isPinSet = await call('users.pin', { body: { current_password: password, pin } }).then(
          () => true,
          () => false,
        )
        return { isPinSet }
      },
    })
    if (outcome.is === 'failed') throw outcome.error
    return outcome.is !== 'found' || outcome.found.isPinSet
  }
  const isReady =
    invited === null
      ? code.trim() !== ''
      : password !== '' && again !== '' && pin.length === limits.staffPinDigits
  return (
    <StepForm
      heading={text.heading}
      submit={invited === null ? text.next : text.submit}
      onSubmit={submit}
      isEmpty={!isReady}
    >
      {invited === null ? (
        <>
          <p>{text.codeLead}</p>
          <Field label={text.code} helper={text.codeHelp} error={problem.code}>
            <TextInput
              value={code}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={40}
              onChange={(event) => {
                setCode(event.target.value)
                setProblem({})
              }}
            />
          </Field>
        </>
      ) : (
        <>
          <p>
            <b>{text.greeting(invited.name)}</b>
            <br />
            {text.number} <span className="figures">{invited.number}</span>
            {invited.store_name !== null && (
              <>
                <br />
                {text.store} {invited.store_name}
              </>
            )}
          </p>
          <input type="text" name="username" autoComplete="username" value={invited.number} readOnly hidden />
          <Field label={text.password} helper={text.passwordHelp} error={problem.password}>
            <PasswordInput
              value={password}
              autoComplete="new-password"
              maxLength={256}
              onChange={(event) => {
                setPassword(event.target.value)
                setProblem({})
              }}
            />
          </Field>
          <Field label={text.again} error={problem.again}>
            <PasswordInput
              value={again}
              autoComplete="new-password"
              maxLength={256}
              onChange={(event) => {
                setAgain(event.target.value)
                setProblem({})
              }}
            />
          </Field>
          <Field label={text.pin} helper={text.pinHelp} error={problem.pin}>
            <PinInput
              masked
              value={pin}
              onChange={(digits) => {
                setPin(digits)
                setProblem({})
              }}
            />
          </Field>
        </>
      )}
    </StepForm>
  )
}

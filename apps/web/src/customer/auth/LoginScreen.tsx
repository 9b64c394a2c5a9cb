import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { User } from '@shirogane/contract/resources/shapes'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { FormSummary } from '@shirogane/ui/inputs/form/FormSummary'
import { iconGift } from '@shirogane/ui/icons/icons'
import { iconKey } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../shell/api/api.ts'
import { goToCamera } from '../../shared/camera/camera.ts'
import { lazyPart, loadChunk } from '../../shell/navigation/chunks.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { useSecondsUntil } from '../../shared/dates/countdown.ts'
import { readCookie } from '../../shell/session/cookies.ts'
import { AppLink, linkTo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { canUsePasskeys, signChallenge } from '../../shell/session/passkeys.ts'
import { paths, safeNext } from '../../shell/navigation/paths.ts'
import { login, loginByPasskey, sessionState, type WaitingLogin, whoIs } from '../../shell/session/session.ts'
import { text } from './text.ts'
import styles from './LoginScreen.module.css'

const LoginCodeStep = lazyPart(() => import('./LoginCodeStep.tsx'), 'LoginCodeStep')

type Form = { credential: string; password: string }

/** After this many failures in a row the button rests, so that a guess costs time. */
const failuresBeforePause = 5
const pauseSeconds = 30
const inSeconds = (seconds: number) => Date.now() + seconds * 1000
/** Refusals that say how long to wait. */
const shut: ReadonlySet<ErrorCode> = new Set(['AUTH_ACCOUNT_LOCKED', 'RATE_LIMITED'])

/** What the server lets this browser work on, in place of a lock. */
const challengeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields['work'] : undefined

/** Where a login leads: a register's clerk to the register, an unverified member on, everybody else where they wanted. */
function destination(next: string | undefined): string {
  const session = sessionState()
  if (session.auth?.employee?.type === 'register') return paths.adminRegister()
  if (whoIs(session) === 'unverified') return paths.register('2')
  return safeNext(next) ?? paths.home()
}

export default function LoginScreen() {
  const router = useRouter()
  const isOnline = useOnline()
  const next = useSearchParam('next')
  const invite = readCookie('invite_code')
  const [problem, setProblem] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<{ login: WaitingLogin; askAgain: () => Promise<void> } | null>(null)
  const [failures, setFailures] = useState(0)
  const [isWorking, setWorking] = useState(false)
  // Until when the next try rests: a short while after a row of failures, and as long as the server says after its own.
  const [restsUntil, setRestsUntil] = useState(0)
  const pause = useSecondsUntil(restsUntil)
  const summary = useRef<HTMLDivElement>(null)
  const { register, handleSubmit, resetField, formState } = useForm<Form>({
    defaultValues: { credential: '', password: '' },
    shouldFocusError: false,
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting, submitCount } = formState
  const wrong = (['credential', 'password'] as const).flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ id: `login-${name}`, message }]
  })
  const showsSummary = problem !== null || wrong.length > 0

  // Only a new attempt moves the focus; typing on must not take it away.
  const focusSummary = useEffectEvent(() => {
    if (showsSummary) summary.current?.focus()
  })
  useEffect(() => focusSummary(), [submitCount, failures])

  async function enter(): Promise<void> {
    const to = destination(next)
    const go = () => router.navigate({ href: to, replace: true })
    if (to.startsWith(paths.admin())) goToCamera(to, go, { replace: true })
    else await go()
  }

  /** Where the name has seen many failures, the server first lets this browser work on something; the login goes on by itself. */
  async function loginWithWork(form: Form): Promise<User | WaitingLogin> {
    let work = {}
    for (let turn = 0; ; turn += 1) {
      try {
        return await login({ ...form, ...work })
      } catch (error) {
        const challenge = challengeOf(error)
        // Work that took too long for this phone is begun once more, and not for ever.
        if (challenge === undefined || turn > 1) throw error
        setWorking(true)
        const { solveWork } = await loadChunk(() => import('./login-work.ts'))
        work = { work: await solveWork(challenge).finally(() => setWorking(false)) }
      }
    }
  }

  async function ask(form: Form): Promise<void> {
    const answer = await loginWithWork(form)
    if (!('mfa_required' in answer)) {
      await enter()
      return
    }
    resetField('password')
    setWaiting({ login: answer, askAgain: () => ask(form) })
  }

  const submit = handleSubmit(async ({ credential, password }) => {
    setProblem(null)
    try {
      await ask({ credential: credential.trim(), password })
    } catch (error) {
      resetField('password')
      setProblem(error instanceof ApiError ? error.message : text.failed)
      setFailures((count) => count + 1)
      const isShut = error instanceof ApiError && shut.has(error.code) && challengeOf(error) === undefined
      if (isShut) setRestsUntil(inSeconds(error.retryAfterSeconds ?? pauseSeconds))
      else if ((failures + 1) % failuresBeforePause === 0) setRestsUntil(inSeconds(pauseSeconds))
    }
  })

  async function byPasskey(): Promise<void> {
    setProblem(null)
    try {
      const credential = await signChallenge()
      if (credential === null) return
      await loginByPasskey(credential)
      await enter()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : text.failed)
      setFailures((count) => count + 1)
    }
  }

  if (waiting !== null) {
    return (
      <Suspense fallback={null}>
        <LoginCodeStep
          key={waiting.login.flow}
          waiting={waiting.login}
          askAgain={waiting.askAgain}
          onDone={enter}
          onLapsed={(reason) => {
            setWaiting(null)
            setProblem(reason)
          }}
        />
      </Suspense>
    )
  }

  const blocked = pause > 0 ? text.tryIn(pause) : isOnline ? null : text.offline
  const note = isWorking ? text.working : blocked
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={styles.heading}>{text.heading}</h1>
      {invite !== null && <InfoStrip icon={iconGift} title={text.invite(invite)} />}
      {showsSummary && (
        <FormSummary
          ref={summary}
          title={problem ?? text.summary(wrong.length)}
          items={problem === null ? wrong : []}
        />
      )}
      <Field label={text.credential} id="login-credential" error={errors.credential?.message}>
        <TextInput
          {...register('credential', { validate: (value) => value.trim() !== '' || text.credentialRequired })}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
      </Field>
      <Field label={text.password} id="login-password" error={errors.password?.message}>
        <PasswordInput
          {...register('password', { required: text.passwordRequired })}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </Field>
      <div className={styles.submit}>
        <Button
          type="submit"
          block
          busy={isSubmitting}
          disabled={blocked !== null}
          aria-describedby={blocked === null ? undefined : 'login-blocked'}
        >
          {text.submit}
        </Button>
        {note !== null && (
          <p id="login-blocked" className={styles.blocked} role="status">
            {note}
          </p>
        )}
      </div>
      {canUsePasskeys() && (
        <Button variant="secondary" block icon={iconKey} disabled={!isOnline} onClick={byPasskey}>
          {text.passkey}
        </Button>
      )}
      <AppLink to={paths.forgot()} className={styles.forgot}>
        {text.forgot}
      </AppLink>
      <ButtonLink variant="secondary" block render={linkTo(paths.register())}>
        {text.register}
      </ButtonLink>
    </form>
  )
}

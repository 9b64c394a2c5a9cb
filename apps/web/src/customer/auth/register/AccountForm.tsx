import { readEmail, readPhone, readUsername } from '@shirogane/contract/inputs/read-fields'
import { passwordRefusal } from '@shirogane/contract/inputs/passwords'
import { Button } from '@shirogane/ui/actions/Button'
import { classNames } from '@shirogane/ui/class-names'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { FormSummary } from '@shirogane/ui/inputs/form/FormSummary'
import { PasswordInput } from '@shirogane/ui/inputs/form/PasswordInput'
import { PasswordStrength } from '@shirogane/ui/inputs/PasswordStrength'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { clearCookie, readCookie } from '../../../shell/session/cookies.ts'
import { AppLink, useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { login, registerMember } from '../../../shell/session/session.ts'
import { Unsaved } from '../../../shell/navigation/Unsaved.tsx'
import { strengthOf } from '../../shared/forms/password-strength.ts'
import { withTicket } from '../ticket.ts'
import { notePinSentByItself } from '../use-pin.ts'
import { type Availability, useAvailable } from '../use-available.ts'
import { InviteField } from './InviteField.tsx'
import { text } from './text.ts'
import styles from './register.module.css'

type Form = { username: string; phone_number: string; email: string; password: string; agree: boolean }
const fieldNames = ['username', 'phone_number', 'email', 'password'] as const

const rules = {
  username: (value: string) =>
    value.trim() === '' ? text.required(text.username) : readUsername(value) !== null || text.usernameFormat,
  phone_number: (value: string) => {
    if (value.trim() === '') return text.required(text.phone)
    const phone = readPhone(value)
    if ('e164' in phone) return true
    return phone.refusal === 'PHONE_NOT_MOBILE' ? text.phoneNotMobile : text.phoneFormat
  },
  email: (value: string) =>
    value.trim() === '' ? text.required(text.email) : readEmail(value) !== null || text.emailFormat,
  password: (value: string, form: Form) => {
    if (value === '') return text.required(text.password)
    switch (passwordRefusal(value, [form.username, form.phone_number])) {
      case null:
        return true
      case 'PASSWORD_CHARS':
        return text.passwordChars
      case 'PASSWORD_TOO_SHORT':
        return text.passwordShort
      default:
        return text.passwordCommon
    }
  },
}

export function AccountForm() {
  const go = useGo()
  const isOnline = useOnline()
  const [problem, setProblem] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const account = useAct('auth.register')
  const { register, handleSubmit, setError, control, formState } = useForm<Form>({
    defaultValues: { username: '', phone_number: '', email: '', password: '', agree: false },
    mode: 'onBlur',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { errors, isSubmitting, submitCount } = formState
  const [username, phoneNumber, email, password] = useWatch({ control, name: fieldNames })
  const phone = readPhone(phoneNumber)
  const available = {
    username: useAvailable('username', readUsername(username)),
    phone_number: useAvailable('phone', 'e164' in phone ? phone.e164 : null),
    email: useAvailable('email', readEmail(email)),
  }
  const wrong = [...fieldNames, 'agree' as const].flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ id: `register-${name}`, message }]
  })
  const showsSummary = problem !== null || (submitCount > 0 && wrong.length > 0)

  // Only a new attempt moves the focus; typing on must not take it away.
  const focusSummary = useEffectEvent(() => {
    if (showsSummary) summary.current?.focus()
  })
  useEffect(() => focusSummary(), [submitCount, failures])

  async function send(form: Form): Promise<void> {
    setProblem(null)
    const username = readUsername(form.username) ?? ''
    const storeRef = readCookie('store_ref')
    const invite = readCookie('invite_code')
    const outcome = await account.send({
      wish: username,
      send: () =>
        withTicket(() =>
          registerMember({
            username,
            phone_number: form.phone_number,
            email: form.email,
            password: form.password,
            agree_to_tos: true,
            ...(storeRef !== null && { store_ref: storeRef }),
            ...(invite !== null && { affiliate_code: invite }),
          }),
        ),
      // The answer was lost and the account is there: the same form sent again hears that its own name is taken.
      isSpent: ({ code }, { isLost }) => isLost && (code === 'USERNAME_TAKEN' || code === 'PHONE_TAKEN'),
      find: () =>
        login({ credential: username, password: form.password }).then(
          () => true,
          () => false,
        ),
    })
    if (outcome.is === 'failed') {
      show(outcome.error)
      return
    }
    notePinSentByItself()
    clearCookie('invite_code')
    clearCookie('store_ref')
    go(paths.register('2'), { replace: true })
  }

  function show(error: unknown): void {
    setFailures((count) => count + 1)
    const fields = error instanceof ApiError ? error.fields : {}
    let isShown = false
    for (const name of fieldNames) {
      const message = fields[name]
      if (message === undefined) continue
      setError(name, { message })
      isShown = true
    }
    if (!isShown) setProblem(error instanceof ApiError ? error.message : text.failed)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)} noValidate>
      <Unsaved when={formState.isDirty} />
      <h1 className={styles.heading}>{text.accountHeading}</h1>
      <InviteField />
      {showsSummary && (
        <FormSummary
          ref={summary}
          title={problem ?? text.summary(wrong.length)}
          items={problem === null ? wrong : []}
        />
      )}
      <LookedUp
        name="username"
        label={text.username}
        helper={text.usernameHelp}
        error={errors.username?.message}
        state={available.username}
        free={text.usernameFree}
        taken={text.usernameTaken}
      >
        <TextInput
          {...register('username', { validate: rules.username })}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          enterKeyHint="next"
          trailing={available.username === 'looking' && <Spinner size={18} />}
        />
      </LookedUp>
      <LookedUp
        name="phone_number"
        label={text.phone}
        error={errors.phone_number?.message}
        state={available.phone_number}
        taken={text.phoneTaken}
        offersLogin
      >
        <TextInput
          {...register('phone_number', { validate: rules.phone_number })}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
          enterKeyHint="next"
          trailing={available.phone_number === 'looking' && <Spinner size={18} />}
        />
      </LookedUp>
      <LookedUp
        name="email"
        label={text.email}
        error={errors.email?.message}
        state={available.email}
        taken={text.emailTaken}
        offersLogin
      >
        <TextInput
          {...register('email', { validate: rules.email })}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          enterKeyHint="next"
          trailing={available.email === 'looking' && <Spinner size={18} />}
        />
      </LookedUp>
      <Field
        label={text.password}
        need="required"
        id="register-password"
        helper={text.passwordHelp}
        error={errors.password?.message}
      >
        <PasswordInput
          {...register('password', { validate: rules.password })}
          autoComplete="new-password"
          maxLength={256}
          enterKeyHint="done"
        />
        <PasswordStrength level={strengthOf(password, [username, phoneNumber])} />
      </Field>
      <StickyFooter>
        <Checkbox
          {...register('agree', { validate: (agrees) => agrees || text.agreeNeeded })}
          id="register-agree"
          className={styles.agree}
          aria-invalid={errors.agree !== undefined}
        >
          <Legal to={paths.terms()}>{text.terms}</Legal>
          {text.and}
          <Legal to={paths.privacy()}>{text.privacy}</Legal>
          {text.agree}
        </Checkbox>
        <Button
          type="submit"
          block
          busy={isSubmitting}
          disabled={!isOnline}
          aria-describedby={isOnline ? undefined : 'register-blocked'}
        >
          {text.submit}
        </Button>
        {!isOnline && (
          <p id="register-blocked" className={styles.blocked} role="status">
            {text.offline}
          </p>
        )}
      </StickyFooter>
    </form>
  )
}

/** Beside the form, in a tab of its own: what has been typed stays. */
function Legal({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className={styles.legal}>
      {children}
      <span className="visuallyHidden">{text.newTab}</span>
    </a>
  )
}

type LookedUpProps = {
  name: string
  label: string
  helper?: string
  error: string | undefined
  state: Availability
  free?: string
  taken: string
  /** The person who has the number or the address may well be the reader. */
  offersLogin?: boolean
  children: ReactNode
}

function LookedUp({
  name,
  label,
  helper,
  error,
  state,
  free,
  taken,
  offersLogin = false,
  children,
}: LookedUpProps) {
  const isTaken = state === 'taken'
  return (
    <Field
      label={label}
      need="required"
      id={`register-${name}`}
      className={classNames(styles.lookedUp, helper !== undefined && styles.withHelper)}
      {...(helper !== undefined && { helper })}
      error={
        error ??
        (isTaken && (
          <span>
            {taken}
            {offersLogin && (
              <AppLink to={paths.login()} className={styles.inlineLogin}>
                {text.login}
              </AppLink>
            )}
          </span>
        ))
      }
      ok={state === 'free' ? free : undefined}
    >
      {children}
    </Field>
  )
}

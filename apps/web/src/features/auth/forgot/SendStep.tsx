import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

type Props = { initial?: string; onSent: (run: { credential: string; resendAt: number }) => void }

export function SendStep({ initial = '', onSent }: Props) {
  const isOnline = useOnline()
  const [credential, setCredential] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    const typed = credential.trim()
    if (typed === '') {
      setProblem(text.credentialRequired)
      return
    }
    setBusy(true)
    try {
      const { resend_in } = await call('auth.sendReset', { body: { credential: typed } })
      onSent({ credential: typed, resendAt: Date.now() + resend_in * 1000 })
    } catch (error) {
      setProblem(messageOf(error))
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
        void submit()
      }}
    >
      <h1 className={styles.heading}>{text.heading}</h1>
      <p>{text.lead}</p>
      <Field label={text.credential} error={problem}>
        <TextInput
          value={credential}
          onChange={(event) => {
            setCredential(event.target.value)
            setProblem(null)
          }}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          enterKeyHint="send"
        />
      </Field>
      <Button type="submit" block busy={isBusy} disabled={!isOnline}>
        {text.send}
      </Button>
      {!isOnline && (
        <p className={styles.blocked} role="status">
          {text.offline}
        </p>
      )}
      <ButtonLink variant="quiet" block render={linkTo(paths.forgot('undo'))}>
        {text.undo}
      </ButtonLink>
      <ButtonLink variant="quiet" block render={linkTo(paths.forgot('stop'))}>
        {text.stop}
      </ButtonLink>
    </form>
  )
}

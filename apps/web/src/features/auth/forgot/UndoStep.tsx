import { readUndoCode } from '@shirogane/contract/inputs'
import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

/** For whoever read at their old address that the account has moved away from it. */
export function UndoStep({
  onUndone,
}: {
  onUndone: (undone: { email: string; may_reset: boolean }) => Promise<void>
}) {
  const isOnline = useOnline()
  const isSignedIn = useSession().status === 'signed_in'
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    const typed = readUndoCode(code)
    if (typed === null) {
      setProblem(code.trim() === '' ? text.undoRequired : text.undoFormat)
      return
    }
    setBusy(true)
    try {
      await onUndone(await call('auth.undoEmail', { body: { code: typed } }))
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
      <h1 className={styles.heading}>{text.undoHeading}</h1>
      <p>{text.undoLead}</p>
      <Field label={text.undoCode} helper={text.undoHelp} error={problem}>
        <TextInput
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setProblem(null)
          }}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          enterKeyHint="go"
        />
      </Field>
      <p>{text.undoEffect}</p>
      <Button type="submit" block busy={isBusy} disabled={!isOnline}>
        {text.undoSubmit}
      </Button>
      {!isOnline && (
        <p className={styles.blocked} role="status">
          {text.offline}
        </p>
      )}
      <ButtonLink variant="quiet" block render={linkTo(isSignedIn ? paths.mail() : paths.forgot())}>
        {isSignedIn ? text.backToMail : text.back}
      </ButtonLink>
    </form>
  )
}

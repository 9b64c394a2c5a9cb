import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { StepForm } from './StepForm.tsx'
import { text } from './text.ts'

type Props = { initial?: string; onSent: (run: { credential: string; resendAt: number }) => void }

export function SendStep({ initial = '', onSent }: Props) {
  const [credential, setCredential] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(): Promise<void> {
    const typed = credential.trim()
    if (typed === '') {
      setProblem(text.credentialRequired)
      return
    }
    try {
      const { resend_in } = await call('auth.sendReset', { body: { credential: typed } })
      onSent({ credential: typed, resendAt: Date.now() + resend_in * 1000 })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <StepForm
      heading={text.heading}
      submit={text.send}
      onSubmit={submit}
      after={
        <>
          <ButtonLink variant="quiet" block render={linkTo(paths.forgot('undo'))}>
            {text.undo}
          </ButtonLink>
          <ButtonLink variant="quiet" block render={linkTo(paths.forgot('stop'))}>
            {text.stop}
          </ButtonLink>
        </>
      }
    >
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
    </StepForm>
  )
}

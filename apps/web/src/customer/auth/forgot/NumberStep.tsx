import { readUndoCode } from '@shirogane/contract/inputs/read-fields'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { type ComponentProps, useState } from 'react'
import { messageOf } from '../../../shell/api/api.ts'
import { StepForm } from './StepForm.tsx'

type Props = {
  text: Readonly<
    Record<'heading' | 'lead' | 'code' | 'help' | 'required' | 'format' | 'effect' | 'submit', string>
  >
  /** Does what the number is for. What it throws is said at the field. */
  onNumber: (code: string) => Promise<void>
  /** Where a reader who came by mistake goes. */
  wayBack: { label: string; render: ComponentProps<typeof ButtonLink>['render'] }
}

/** The number of sixteen characters out of a letter that said that something changed; it takes back or stops that. */
export function NumberStep({ text, onNumber, wayBack }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(): Promise<void> {
    const typed = readUndoCode(code)
    if (typed === null) {
      setProblem(code.trim() === '' ? text.required : text.format)
      return
    }
    try {
      await onNumber(typed)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <StepForm
      heading={text.heading}
      submit={text.submit}
      onSubmit={submit}
      after={
        <ButtonLink variant="quiet" block render={wayBack.render}>
          {wayBack.label}
        </ButtonLink>
      }
    >
      <p>{text.lead}</p>
      <Field label={text.code} helper={text.help} error={problem}>
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
      <p>{text.effect}</p>
    </StepForm>
  )
}

import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { endsAct } from '../../../shell/api/act.ts'
import { call, messageOf } from '../../../shell/api/api.ts'
import { uuid7 } from '../../../shell/api/uuid7.ts'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { text } from './text.ts'
import styles from './member.module.css'

type TakeBackSheetProps = {
  id: string
  title: string
  /** What becomes of it. */
  note: string
  onClose: () => void
  onDone: () => void
}

/** Takes back on its own day what was given at the register, by number and password. Nothing is remembered. */
export function TakeBackSheet({ id, title, note, onClose, onDone }: TakeBackSheetProps) {
  const toast = useToast()
  const [key, setKey] = useState(uuid7)
  const [employee_id, setEmployee] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  async function takeBack(): Promise<void> {
    setProblem(undefined)
    try {
      await call('transactions.delete', {
        params: { id },
        body: { employee_id: employee_id.trim(), password },
        idempotencyKey: key,
      })
      toast({ message: text.takenBack, kind: 'ok' })
      onDone()
    } catch (error) {
      setPassword('')
      setProblem(messageOf(error))
      if (endsAct(error)) setKey(uuid7())
    }
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <WriteButton
          block
          variant="danger"
          disabled={employee_id === '' || password === ''}
          onClick={takeBack}
        >
          {text.takeBack}
        </WriteButton>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void takeBack()
        }}
      >
        <p className={styles.small}>{note}</p>
        <Field label={text.employee}>
          <TextInput
            size="s"
            autoComplete="off"
            value={employee_id}
            onChange={(event) => setEmployee(event.target.value)}
          />
        </Field>
        <Field label={text.password} error={problem}>
          <TextInput
            size="s"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Sheet>
  )
}

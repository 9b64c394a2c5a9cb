import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
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
  const { send, problem } = useAct('transactions.delete')
  const [employee_id, setEmployee] = useState('')
  const [password, setPassword] = useState('')
  async function takeBack(): Promise<void> {
    const outcome = await send({
      wish: id,
      send: (idempotencyKey) =>
        call('transactions.delete', {
          params: { id },
          body: { employee_id: employee_id.trim(), password },
          idempotencyKey,
        }),
    })
    if (outcome.is === 'failed') setPassword('')
    if (outcome.is !== 'done') return
    toast({ message: text.takenBack, kind: 'ok' })
    onDone()
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

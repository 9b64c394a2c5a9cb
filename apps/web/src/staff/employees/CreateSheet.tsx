import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call, messageOf, type Output } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useSession } from '../../shell/session/session.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { type Rights, RightsFields } from './RightsFields.tsx'
import { text } from './text.ts'
import styles from './staff.module.css'

type Props = {
  withStepUp: StepUp['withStepUp']
  onCreated: (created: Output<'admin.createStaff'>) => void
  onClose: () => void
}

export function CreateSheet({ withStepUp, onCreated, onClose }: Props) {
  const own = useSession().auth?.employee?.store_id ?? null
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>({ type: 'register', store_id: own })
  const [problem, setProblem] = useState<{ name?: string; other?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<Output<'admin.createStaff'> | null>(null)
  const leave = useEffectEvent((created: Output<'admin.createStaff'>) => {
    onClose()
    onCreated(created)
  })
  // By then nothing asks any more whether what was typed may go.
  useEffect(() => {
    if (made !== null) leave(made)
  }, [made])

  async function submit(): Promise<void> {
    setBusy(true)
    setProblem({})
    try {
      const done = await withStepUp('staff', () => call('admin.createStaff', { body: { name, ...rights } }))
      if (done === null) return
      refetch('admin.staffList')
      setMade(done.value)
    } catch (error) {
      const field = error instanceof ApiError ? error.fields['name'] : undefined
      setProblem(field === undefined ? { other: messageOf(error) } : { name: field })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet isOpen onClose={onClose} title={text.createTitle} description={text.createNote}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field label={text.name} need="required" error={problem.name}>
          <TextInput
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setProblem({})
            }}
          />
        </Field>
        <RightsFields value={rights} onChange={setRights} />
        {problem.other !== undefined && (
          <p className={styles.problem} role="alert">
            {problem.other}
          </p>
        )}
        <Unsaved when={name !== '' && made === null} within="sheet" />
        <Button type="submit" block busy={isBusy} disabled={name.trim() === ''}>
          {text.create}
        </Button>
      </form>
    </Sheet>
  )
}

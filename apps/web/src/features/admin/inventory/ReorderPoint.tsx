import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Problem } from './Problem.tsx'
import { text } from './text.ts'
import { useAct } from './use-act.ts'
import { WholeInput } from './WholeInput.tsx'
import styles from './inventory.module.css'

type ReorderPointProps = { id: string; store: string; value: number | null }

/** From which level on the shop orders again. */
export function ReorderPoint({ id, store, value }: ReorderPointProps) {
  const [point, setPoint] = useState(value)
  const { act, failure } = useAct()
  const save = () => {
    const body = { reorder_point: point, store_id: store }
    return act(
      { id, ...body },
      () => call('inventory.update', { params: { id }, body }),
      () => text.saved,
    )
  }
  return (
    <div className={styles.form}>
      <Field label={text.reorderPoint} helper={text.reorderHelp}>
        <span className={styles.inline}>
          <WholeInput label={text.reorderPoint} value={point} onChange={setPoint} />
          <Button size="s" variant="secondary" disabled={point === value} onClick={save}>
            {text.save}
          </Button>
        </span>
      </Field>
      {failure !== null && <Problem>{failure.message}</Problem>}
    </div>
  )
}

import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { Problem } from '../Problem.tsx'
import { text } from '../text.ts'
import { useStockAct } from '../use-stock-act.ts'
import { PiecesInput } from '../PiecesInput.tsx'
import styles from '../inventory.module.css'

type ReorderPointProps = { id: string; store: string; value: number | null }

/** From which level on the shop orders again. */
export function ReorderPoint({ id, store, value }: ReorderPointProps) {
  const [point, setPoint] = useState<EnteredNumber>(value)
  const { act, problem } = useStockAct('inventory.update')
  const save = async () => {
    if (point === undefined) return
    const body = { reorder_point: point, store_id: store }
    await act(
      { id, ...body },
      () => call('inventory.update', { params: { id }, body }),
      () => text.saved,
    )
  }
  return (
    <div className={styles.form}>
      <Field label={text.reorderPoint} helper={text.reorderHelp}>
        <span className={styles.inline}>
          <PiecesInput label={text.reorderPoint} value={point} onChange={setPoint} />
          <Button
            size="s"
            variant="secondary"
            disabled={point === value || point === undefined}
            onClick={save}
          >
            {text.save}
          </Button>
        </span>
      </Field>
      {problem !== null && <Problem>{problem}</Problem>}
    </div>
  )
}

import type { StockCountDetail } from '@shirogane/contract/resources/brand/inventory'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { Problem } from './Problem.tsx'
import { text } from './text.ts'
import { useStockAct } from './use-stock-act.ts'
import { PiecesInput } from './PiecesInput.tsx'
import styles from './inventory.module.css'

export type CountLine = StockCountDetail['lines'][number]

/** One's own figure of an article, or all figures of it begun anew. */
export function CountEntrySheet({
  countId,
  line,
  onClose,
}: {
  countId: string
  line: CountLine
  onClose: () => void
}) {
  const [value, setValue] = useState<EnteredNumber>(line.own)
  const { act, problem } = useStockAct('inventory.countEntry')

  async function send(body: { quantity: number } | { again: true }): Promise<void> {
    const asked = { sku_id: line.sku_id, ...body }
    const done = await act(
      { countId, ...asked },
      (idempotencyKey) =>
        call('inventory.countEntry', { params: { id: countId }, body: asked, idempotencyKey }),
      () => text.saved,
    )
    if (done !== null) onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={line.name}
      description={line.own === null ? line.sku : `${line.sku}　${text.ownCount(line.own)}`}
      footer={
        <Button
          block
          disabled={typeof value !== 'number'}
          onClick={() => (typeof value === 'number' ? send({ quantity: value }) : undefined)}
        >
          {text.doCount}
        </Button>
      }
    >
      <div className={styles.form}>
        <Field label={text.countedAs}>
          <PiecesInput label={text.countedAs} value={value} onChange={setValue} />
        </Field>
        {line.counted !== null && (
          <Button size="s" variant="quiet" onClick={() => send({ again: true })}>
            {text.again}
          </Button>
        )}
        {problem !== null && <Problem>{problem}</Problem>}
      </div>
    </Sheet>
  )
}

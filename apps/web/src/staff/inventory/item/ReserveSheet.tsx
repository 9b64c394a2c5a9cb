import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { limits } from '@shirogane/contract/rules/limits'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { dateInTokyo } from '../../../shared/dates/dates.ts'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { Problem } from '../Problem.tsx'
import { text } from '../text.ts'
import { useStockAct } from '../use-stock-act.ts'
import styles from '../inventory.module.css'

const dayMs = 86_400_000
const usualDays = 3
const inDays = (days: number): string => dateInTokyo(Date.now() + days * dayMs)

/** Articles put aside for a customer until the end of a day. */
export function ReserveSheet({
  item,
  store,
  onClose,
}: {
  item: StockDetail
  store: string
  onClose: () => void
}) {
  const place = item.stores.find((one) => one.id === store)!
  const [label, setLabel] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [date, setDate] = useState(() => inDays(usualDays))
  const { act, problem } = useStockAct('inventory.reserve')

  async function send(): Promise<void> {
    const body = {
      store_id: store,
      label: label.trim(),
      until: new Date(`${date}T23:59:59+09:00`).toISOString(),
      lines: [{ sku_id: item.id, quantity }],
    }
    const done = await act(
      // One reservation, however often the sheet is sent.
      item.id,
      (id) => call('inventory.reserve', { body: { id, ...body } }),
      () => text.reservedDone,
    )
    if (done !== null) onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.reserveTitle}
      description={`${place.name} ${item.name}`}
      footer={
        <WriteButton block disabled={label.trim() === '' || date === ''} onClick={send}>
          {text.doReserve}
        </WriteButton>
      }
    >
      <div className={styles.form}>
        <Field label={text.who} need="required">
          <TextInput
            size="s"
            maxLength={40}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <Field label={text.until}>
          <TextInput
            size="s"
            type="date"
            min={inDays(0)}
            max={inDays(limits.reservationDaysMax - 1)}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </Field>
        <Field label={text.pieces} group>
          <QuantityStepper label={item.name} value={quantity} min={1} onChange={setQuantity} />
        </Field>
        {problem !== null && <Problem>{problem}</Problem>}
      </div>
    </Sheet>
  )
}

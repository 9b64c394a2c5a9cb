import type { StockDetail } from '@shirogane/contract/inventory'
import { limits } from '@shirogane/contract/limits'
import { Field } from '@shirogane/ui/Field'
import { QuantityStepper } from '@shirogane/ui/QuantityStepper'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { dateInTokyo } from '../../../lib/dates.ts'
import { uuid7 } from '../../../lib/uuid7.ts'
import { WriteButton } from '../WriteButton.tsx'
import { Problem } from './Problem.tsx'
import { text } from './text.ts'
import { useAct } from './use-act.ts'
import styles from './inventory.module.css'

const dayMs = 86_400_000
const usualDays = 3
const inDays = (days: number): string => dateInTokyo(Date.now() + days * dayMs)

/** Goods put aside for somebody until the end of a day. */
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
  const [id] = useState(uuid7)
  const [label, setLabel] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [date, setDate] = useState(() => inDays(usualDays))
  const { act, failure } = useAct()

  async function send(): Promise<void> {
    const body = {
      id,
      store_id: store,
      label: label.trim(),
      until: new Date(`${date}T23:59:59+09:00`).toISOString(),
      lines: [{ sku_id: item.id, quantity }],
    }
    const done = await act(
      body,
      () => call('inventory.reserve', { body }),
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
        {failure !== null && <Problem>{failure.message}</Problem>}
      </div>
    </Sheet>
  )
}

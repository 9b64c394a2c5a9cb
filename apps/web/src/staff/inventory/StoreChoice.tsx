import { Select } from '@shirogane/ui/inputs/Select'
import { chooseStore } from '../shared/device/device.ts'
import { text } from './text.ts'

type StoreChoiceProps = {
  stores: readonly { id: string; name: string }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Head office chooses a store; without one it sees all of them together. */
export function StoreChoice({ stores, value, onChange }: StoreChoiceProps) {
  return (
    <Select
      size="s"
      aria-label={text.store}
      value={value ?? ''}
      onChange={(event) => {
        const id = event.target.value || undefined
        chooseStore(id ?? null)
        onChange(id)
      }}
    >
      <option value="">{text.allStores}</option>
      {stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

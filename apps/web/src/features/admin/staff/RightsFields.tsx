import { employeeTypes } from '@shirogane/contract/endpoint'
import type { Employee } from '@shirogane/contract/resources'
import { Field } from '@shirogane/ui/Field'
import { Select } from '@shirogane/ui/Select'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../lib/session.ts'
import { storesQuery } from '../queries.ts'
import { text } from './text.ts'

export type Rights = { type: Employee['type']; store_id: string | null }

function isInStore(type: Employee['type']): boolean {
  return type === 'register' || type === 'manager'
}

/** Role and store, as far as whoever looks may give them: a manager has till staff of one store, head office all. */
export function RightsFields({ value, onChange }: { value: Rights; onChange: (next: Rights) => void }) {
  const isOffice = useSession().auth?.employee?.type === 'owner'
  const stores = useQuery(storesQuery())
  const items = stores.data?.items ?? []
  const types = isOffice ? employeeTypes : (['register'] as const)
  return (
    <>
      <Field label={text.role}>
        <Select
          value={value.type}
          disabled={!isOffice}
          onChange={(event) => {
            const type = event.target.value as Employee['type']
            onChange({ type, store_id: isInStore(type) ? (value.store_id ?? items[0]?.id ?? null) : null })
          }}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {text.roles[type]}
            </option>
          ))}
        </Select>
      </Field>
      {isInStore(value.type) && (
        <Field label={text.store}>
          <Select
            value={value.store_id ?? ''}
            disabled={!isOffice}
            onChange={(event) => onChange({ ...value, store_id: event.target.value || null })}
          >
            <option value="">{text.choose}</option>
            {items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}

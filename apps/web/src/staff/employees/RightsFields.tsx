import { roleLabels } from '@shirogane/contract/terms/role-words'
import { employeeTypes, holds } from '@shirogane/contract/wire/rights'
import type { Employee } from '@shirogane/contract/resources/shapes'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shell/session/session.ts'
import { storesQuery } from '../shared/queries.ts'
import { text } from './text.ts'

export type Rights = { type: Employee['type']; store_id: string | null }

/** Role and store, as far as the reader may give them: a manager has register staff of one store, head office all. */
export function RightsFields({ value, onChange }: { value: Rights; onChange: (next: Rights) => void }) {
  const own = useSession().auth?.employee?.type
  const isOffice = own !== undefined && holds(own, 'shops.act')
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
            onChange({
              type,
              store_id: holds(type, 'shop.own') ? (value.store_id ?? items[0]?.id ?? null) : null,
            })
          }}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {roleLabels[type]}
            </option>
          ))}
        </Select>
      </Field>
      {holds(value.type, 'shop.own') && (
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

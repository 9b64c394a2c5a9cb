import { documentNames, methodNames } from '@shirogane/contract/terms/buyback-words'
import type { IdentityDocument, IdentityMethod } from '@shirogane/contract/resources/brand/cash'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { text } from './identity-text.ts'
import styles from './identity.module.css'

/** Who a person is, as it is written off their identity documents. */
export type Identity = {
  name: string
  address: string
  date_of_birth: string
  occupation: string
  purpose: string
  document: IdentityDocument
  document_tail: string
  method: IdentityMethod
  seen: boolean
}

export const noIdentity: Identity = {
  name: '',
  address: '',
  date_of_birth: '',
  occupation: '',
  purpose: '',
  document: 'driver_license',
  document_tail: '',
  method: 'in_person_visual',
  seen: false,
}

export function isComplete(identity: Identity): boolean {
  return (
    identity.name.trim() !== '' &&
    identity.address.trim().length >= 5 &&
    /^\d{4}-\d{2}-\d{2}$/.test(identity.date_of_birth) &&
    identity.occupation.trim() !== '' &&
    identity.purpose.trim() !== '' &&
    (tailOf(identity) !== null || identity.document === 'my_number_card') &&
    identity.seen
  )
}

/** The end of the paper's number; null where none may be or none was written. */
export function tailOf({ document, document_tail }: Identity): string | null {
  const tail = document_tail.normalize('NFKC').trim()
  return document !== 'my_number_card' && /^[0-9A-Za-z]{3,4}$/.test(tail) ? tail : null
}

const documents = Object.keys(documentNames) as IdentityDocument[]
const methods = Object.keys(methodNames) as IdentityMethod[]

export function IdentityFields({
  value,
  onChange,
}: {
  value: Identity
  onChange: (identity: Identity) => void
}) {
  const set = <Key extends keyof Identity>(key: Key, next: Identity[Key]) =>
    onChange({ ...value, [key]: next })
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <Field label={text.name} need="required">
          <TextInput
            value={value.name}
            maxLength={60}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <Field label={text.birth} need="required">
          <TextInput
            type="date"
            value={value.date_of_birth}
            onChange={(event) => set('date_of_birth', event.target.value)}
          />
        </Field>
      </div>
      <Field label={text.address} need="required">
        <TextInput
          value={value.address}
          maxLength={200}
          onChange={(event) => set('address', event.target.value)}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={text.occupation} need="required">
          <TextInput
            value={value.occupation}
            maxLength={40}
            onChange={(event) => set('occupation', event.target.value)}
          />
        </Field>
        <Field label={text.purpose} need="required">
          <TextInput
            value={value.purpose}
            maxLength={60}
            onChange={(event) => set('purpose', event.target.value)}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label={text.document} need="required">
          <Select
            value={value.document}
            onChange={(event) => set('document', event.target.value as IdentityDocument)}
          >
            {documents.map((one) => (
              <option key={one} value={one}>
                {documentNames[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={text.tail}
          {...(value.document === 'my_number_card' ? { helper: text.noTail } : { need: 'required' as const })}
        >
          <TextInput
            value={value.document === 'my_number_card' ? '' : value.document_tail}
            maxLength={4}
            disabled={value.document === 'my_number_card'}
            onChange={(event) => set('document_tail', event.target.value)}
          />
        </Field>
      </div>
      <Field label={text.method} need="required">
        <Select
          value={value.method}
          onChange={(event) => set('method', event.target.value as IdentityMethod)}
        >
          {methods.map((one) => (
            <option key={one} value={one}>
              {methodNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox checked={value.seen} onChange={(event) => set('seen', event.target.checked)}>
        {text.seen}
      </Checkbox>
    </div>
  )
}

import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { text } from './text.ts'
import styles from './profile.module.css'

export type Consent = { name: string; consent: boolean }
export const noConsent: Consent = { name: '', consent: false }

export function hasConsent({ name, consent }: Consent): boolean {
  return consent && name.trim() !== ''
}

/** Asked of those from 13 to 17 only. */
export function Guardian({
  value,
  onChange,
  error,
  id,
}: {
  value: Consent
  onChange: (consent: Consent) => void
  error?: string | undefined
  /** Of the name, where something leads to it. */
  id?: string
}) {
  return (
    <section className={styles.guardian} aria-label={text.guardianTitle}>
      <h3 className={styles.guardianTitle}>{text.guardianTitle}</h3>
      <p className={styles.guardianBody}>{text.guardianBody}</p>
      <Field label={text.guardianName} need="required" error={error} {...(id !== undefined && { id })}>
        <TextInput
          value={value.name}
          onChange={(event) => onChange({ ...value, name: event.target.value })}
          autoComplete="off"
        />
      </Field>
      <Checkbox
        checked={value.consent}
        onChange={(event) => onChange({ ...value, consent: event.target.checked })}
      >
        {text.guardianConsent}
      </Checkbox>
    </section>
  )
}

import type { ComponentProps, ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form/Field.module.css'
import { Icon } from '../icons/Icon.tsx'
import own from './NumberInput.module.css'
import { iconWarn } from '../icons/icons.ts'
import { TextInput } from './form/TextInput.tsx'
import { type Complaint, type NumberFieldTerms, useNumberInput } from './use-number-input.ts'

type NumberInputProps = NumberFieldTerms &
  Pick<
    ComponentProps<typeof TextInput>,
    'size' | 'trailing' | 'placeholder' | 'disabled' | 'aria-label' | 'className'
  >

/** A field for one whole number that says so where a text is none, as `useNumberInput` describes. */
export function NumberInput({ value, onChange, max, selects, ...rest }: NumberInputProps): ReactElement {
  const { inputProps, complaint } = useNumberInput({ value, onChange, max, selects })
  return (
    <span className={classNames(own.number, complaint !== null && own.wrong)}>
      <TextInput
        {...rest}
        {...inputProps}
        aria-invalid={complaint === null ? undefined : true}
        aria-describedby={complaint?.id}
      />
      <NumberComplaint complaint={complaint} />
    </span>
  )
}

/** Below the field whose text is no number. */
export function NumberComplaint({ complaint }: { complaint: Complaint | null }): ReactElement | null {
  if (complaint === null) return null
  return (
    <span id={complaint.id} role="alert" className={classNames(styles.message, styles.bad)}>
      <Icon shape={iconWarn} size={16} className={styles.messageIcon ?? ''} />
      {complaint.sentence}
    </span>
  )
}

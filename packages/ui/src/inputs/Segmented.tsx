import { useId } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Segmented.module.css'

export type ChoiceOption<Value extends string> = { value: Value; label: ReactNode; count?: number }

type SegmentedProps<Value extends string> = {
  label: string
  /** At most five. */
  options: readonly ChoiceOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Radio buttons under the skin: the arrow keys move without a line of script. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>): ReactElement {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.track, className)}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

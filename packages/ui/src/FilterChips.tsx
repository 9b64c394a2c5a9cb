import { useId } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { ChoiceOption } from './Segmented.tsx'
import styles from './FilterChips.module.css'

type FilterChipsProps<Value extends string> = {
  label: string
  options: readonly ChoiceOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Stands fixed at the end of the row: the button of the detailed filter. */
  end?: ReactNode
  className?: string | undefined
}

/** One choice for a list; the row scrolls sideways under its faded edge. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
  end,
  className,
}: FilterChipsProps<Value>): ReactElement {
  const name = useId()
  return (
    <div className={classNames(styles.bar, className)}>
      <div role="radiogroup" aria-label={label} className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.face}>
              {option.label}
              {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
            </span>
          </label>
        ))}
      </div>
      {end}
    </div>
  )
}

/** The look of a button at the end of the row. */
export const filterButtonClass: string = classNames(styles.face, styles.button)

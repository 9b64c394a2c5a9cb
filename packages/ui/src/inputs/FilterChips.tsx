import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
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

/** How wide the faded edge is, in which a chip is not read. */
const fade = 40

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
  const row = useRef<HTMLDivElement>(null)
  // Chosen by the address or by a tap on its half, the chip may stand outside the row. Only the row moves, never the page.
  useLayoutEffect(() => {
    const chip = row.current?.querySelector('input:checked')?.parentElement
    if (!row.current || !chip) return
    const { offsetLeft: start, offsetWidth } = chip
    row.current.scrollLeft = Math.min(
      start - fade,
      Math.max(row.current.scrollLeft, start + offsetWidth + fade - row.current.clientWidth),
    )
  }, [value])
  return (
    <div className={classNames(styles.bar, className)}>
      <div ref={row} role="radiogroup" aria-label={label} className={styles.row}>
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

import type { ReactElement } from 'react'
import { Amount } from '../data/Amount.tsx'
import { type AmountUnit, formatAmount } from '../data/format-amount.ts'
import styles from './KeypadDisplay.module.css'

/** What has been typed, right above the keys. */
export function KeypadDisplay({
  label,
  value,
  unit = '¥',
}: {
  label: string
  value: number
  unit?: AmountUnit
}): ReactElement {
  return (
    <div className={styles.display}>
      <span className={styles.label}>{label}</span>
      <output
        className={styles.value}
        style={
          { '--label': label.length, '--signs': formatAmount(value, unit).length } as Record<string, unknown>
        }
      >
        <Amount value={value} unit={unit} size="text" />
      </output>
    </div>
  )
}

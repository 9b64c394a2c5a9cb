import type { ReactElement, ReactNode } from 'react'
import { Amount } from './Amount.tsx'
import type { AmountUnit } from './format-amount.ts'
import styles from './KeypadDisplay.module.css'

/** What has been typed, right above the keys. */
export function KeypadDisplay({
  label,
  value,
  unit = '¥',
}: {
  label: ReactNode
  value: number
  unit?: AmountUnit
}): ReactElement {
  return (
    <div className={styles.display}>
      <span className={styles.label}>{label}</span>
      <output className={styles.value}>
        <Amount value={value} unit={unit} size="text" />
      </output>
    </div>
  )
}

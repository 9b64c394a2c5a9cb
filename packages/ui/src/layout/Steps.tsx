import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconCheck } from '../icons/icons.ts'
import { text } from './text.ts'
import styles from './Steps.module.css'

/** Where a person is in a flow. `current` counts from 0. */
export function Steps({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  current: number
}): ReactElement {
  return (
    <ol
      className={styles.steps}
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(${String(steps.length)}, 1fr)` }}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(
            styles.step,
            index === current && styles.current,
            index < current && styles.done,
          )}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.number}>
            {index < current ? <Icon shape={iconCheck} size={16} label={text.done} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

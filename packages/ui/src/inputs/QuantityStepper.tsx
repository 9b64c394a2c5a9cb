import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconPlus } from '../icons/icons.ts'
import { iconMinus } from '../icons/icons-lazy.ts'
import { stepperText } from './text.ts'
import styles from './QuantityStepper.module.css'

type QuantityStepperProps = {
  value: number
  onChange: (value: number) => void
  /** What is counted, for screen readers: the name of the article. */
  label: string
  min?: number
  max?: number
  disabled?: boolean
  className?: string | undefined
}

export function QuantityStepper({
  value,
  onChange,
  label,
  min = 0,
  max = 9999,
  disabled = false,
  className,
}: QuantityStepperProps): ReactElement {
  return (
    <span role="group" aria-label={label} className={classNames(styles.stepper, className)}>
      <button
        type="button"
        className={styles.step}
        aria-label={stepperText.less}
        disabled={disabled || value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon shape={iconMinus} size={18} />
      </button>
      <output className={styles.value} aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label={stepperText.more}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon shape={iconPlus} size={18} />
      </button>
    </span>
  )
}

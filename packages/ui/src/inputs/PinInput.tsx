import type { ChangeEvent, ComponentPropsWithRef, ReactElement } from 'react'
import { useFieldProps } from './form/field-context.ts'
import { toHalfWidthDigits } from './half-width-digits.ts'
import styles from './PinInput.module.css'

type PinInputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'size' | 'type' | 'value' | 'onChange' | 'className'
> & {
  value: string
  onChange: (digits: string) => void
  length?: 4 | 6
  /** Called once all digits are there. */
  onComplete?: (digits: string) => void
  /** Dots instead of digits: a secret rather than a code that was sent. */
  masked?: boolean
}

const positions = [0, 1, 2, 3, 4, 5]

/** One real input drawn as boxes, so that paste, the code from a message and a screen reader all work as in any field. */
export function PinInput({
  value,
  onChange,
  length = 6,
  onComplete,
  masked = false,
  ...rest
}: PinInputProps): ReactElement {
  const field = useFieldProps(rest)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = toHalfWidthDigits(event.target.value).slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }
  const boxes = positions.slice(0, length)
  return (
    <span className={styles.pin} style={{ '--pin-length': length } as Record<string, unknown>}>
      <span className={styles.boxes} aria-hidden="true">
        {boxes.map((position) => (
          <span
            key={position}
            className={styles.box}
            data-current={position === Math.min(value.length, length - 1) || undefined}
          >
            {value[position] !== undefined && (masked ? '•' : value[position])}
          </span>
        ))}
      </span>
      <input
        autoComplete={masked ? 'off' : 'one-time-code'}
        {...rest}
        {...field}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        value={value}
        onChange={change}
        className={styles.input}
      />
    </span>
  )
}

import { useRef } from 'react'
import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconBksp } from '../icons/icons-staff.ts'
import type { KeypadDigits, KeypadKey } from './keypad-keys.ts'
import { keypadText } from './text.ts'
import styles from './Keypad.module.css'

type KeypadProps = {
  onKey: (key: KeypadKey) => void
  /** The figures of a register count from the bottom, those of a phone from the top. */
  layout?: 'register' | 'phone'
  /** The hardware key that is down, shown as pressed. */
  pressed?: KeypadKey | null
  disabled?: boolean
  label?: string
  className?: string | undefined
}

const orders: Record<'register' | 'phone', readonly KeypadDigits[]> = {
  register: ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'],
  phone: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'],
}

const longPressMs = 500

export function Keypad({
  onKey,
  layout = 'register',
  pressed = null,
  disabled = false,
  label = keypadText.label,
  className,
}: KeypadProps): ReactElement {
  const erase = useLongPress(
    () => onKey('erase'),
    () => onKey('clear'),
  )
  return (
    <div role="group" aria-label={label} className={classNames(styles.pad, styles[layout], className)}>
      {orders[layout].map((digits) => (
        <button
          key={digits}
          type="button"
          disabled={disabled}
          className={styles.key}
          data-pressed={pressed === digits || undefined}
          onClick={() => onKey(digits)}
        >
          {digits}
        </button>
      ))}
      <button
        type="button"
        disabled={disabled}
        className={classNames(styles.key, styles.erase)}
        aria-label={keypadText.erase}
        data-pressed={pressed === 'erase' || pressed === 'clear' || undefined}
        {...erase}
      >
        <Icon shape={iconBksp} size={24} />
      </button>
    </div>
  )
}

/** A click by keyboard or a short tap does one thing, a held pointer another; never both. */
function useLongPress(onShort: () => void, onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: () => {
      wasLong.current = false
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        wasLong.current = true
        onLong()
      }, longPressMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      if (!wasLong.current) onShort()
      wasLong.current = false
    },
  }
}

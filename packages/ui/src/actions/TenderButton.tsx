import type { ReactElement, ReactNode } from 'react'
import { Amount } from '../data/Amount.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import { iconPlus } from '../icons/icons.ts'
import styles from './TenderButton.module.css'

type TenderButtonProps = {
  icon: IconShape
  name: ReactNode
  /** What can be used, or how much of it is needed. */
  note?: ReactNode
  /** How much is taken this way; left out, the button offers to add it. */
  amount?: number | undefined
  /** The keypad types into this one. */
  isActive?: boolean
  disabled?: boolean
  onClick: () => void
}

/** One way to pay on the register. */
export function TenderButton({
  icon,
  name,
  note,
  amount,
  isActive = false,
  disabled = false,
  onClick,
}: TenderButtonProps): ReactElement {
  const isUsed = amount !== undefined
  const isLong = isUsed && amount >= 100_000
  return (
    <button
      type="button"
      disabled={disabled}
      aria-pressed={isActive}
      className={classNames(
        styles.tender,
        isUsed && styles.used,
        isLong && styles.long,
        isActive && styles.active,
      )}
      onClick={onClick}
    >
      <Icon shape={icon} size={20} className={styles.icon ?? ''} />
      <span className={styles.text}>
        <b className={styles.name}>{name}</b>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {isUsed ? (
        <span className={styles.amount}>
          <Amount value={amount} unit="¥" size="text" />
        </span>
      ) : (
        <Icon shape={iconPlus} size={18} className={styles.add ?? ''} />
      )}
    </button>
  )
}

import type { ComponentPropsWithRef, ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import styles from './PillButton.module.css'

type PillButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> & {
  icon?: IconShape
  trailingIcon?: IconShape
  /** A number in an accent dot, hidden at 0. */
  count?: number
  className?: string | undefined
}

export function pillClass(className?: string): string {
  return classNames(styles.pill, className)
}

/** The small outlined button of staff screens: in the strip, beside the customer. */
export function PillButton({
  icon,
  trailingIcon,
  count = 0,
  className,
  children,
  type = 'button',
  ...rest
}: PillButtonProps): ReactElement {
  return (
    <button {...rest} type={type} className={pillClass(className)}>
      {icon !== undefined && <Icon shape={icon} size={18} />}
      {children}
      {count > 0 && <span className={styles.count}>{count}</span>}
      {trailingIcon !== undefined && <Icon shape={trailingIcon} size={16} />}
    </button>
  )
}

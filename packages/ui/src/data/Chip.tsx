import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import styles from './Chip.module.css'

export type ChipTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'

export function Chip({
  tone = 'neutral',
  small = false,
  wraps = false,
  icon,
  children,
}: {
  tone?: ChipTone
  small?: boolean
  /** A text that a person wrote may be longer than its place is wide. */
  wraps?: boolean
  icon?: IconShape | ReactNode
  children: ReactNode
}) {
  return (
    <span className={classNames(styles.chip, styles[tone], small && styles.small, wraps && styles.wraps)}>
      {typeof icon === 'string' ? <Icon shape={icon as IconShape} size={16} /> : icon}
      {children}
    </span>
  )
}

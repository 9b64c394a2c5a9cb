import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label' | 'className'> & {
  icon: IconShape
  label: string
  size?: 16 | 18 | 20 | 24
  className?: string | undefined
}

/** The class for a link that shows nothing but an icon; such a link needs its own aria-label. */
export function iconButtonClass(className?: string): string {
  return classNames(styles.button, className)
}

export function IconButton({ icon, label, size = 20, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={iconButtonClass(className)}>
      <Icon shape={icon} size={size} />
    </button>
  )
}

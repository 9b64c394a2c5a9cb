import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconCheck } from '../icons/icons.ts'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className'> & {
  children: ReactNode
  className?: string | undefined
}

export function Checkbox({ children, className, ...rest }: CheckboxProps): ReactElement {
  return (
    <label className={classNames(styles.label, className)}>
      <input {...rest} type="checkbox" className={styles.input} />
      <span className={styles.box} aria-hidden="true">
        <Icon shape={iconCheck} size={16} className={styles.check ?? ''} />
      </span>
      <span>{children}</span>
    </label>
  )
}

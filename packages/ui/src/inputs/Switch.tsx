import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Switch.module.css'

type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className'> & {
  children: ReactNode
  className?: string | undefined
}

/** The label stands left, the switch right; screen readers say the state themselves by the role. */
export function Switch({ children, className, ...rest }: SwitchProps): ReactElement {
  return (
    <label className={classNames(styles.label, className)}>
      <span className={styles.text}>{children}</span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className={styles.input} />
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
    </label>
  )
}

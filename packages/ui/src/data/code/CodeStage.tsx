import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import styles from './CodeStage.module.css'

/** Dark hammered silver under a veil: what the pay code lies on. It fills the place it is put in and ends where `children` end. */
export function CodeStage({
  children,
  className,
}: {
  children: ReactNode
  className?: string | undefined
}): ReactElement {
  return (
    <div className={classNames(styles.stage, className)} data-on-dark="">
      <span className={styles.texture} aria-hidden="true" />
      {children}
    </div>
  )
}

/** The white card of the codes: black on white in both themes, because scanners read it. */
export function CodeCard({
  children,
  className,
  label,
}: {
  children: ReactNode
  className?: string | undefined
  label?: string
}): ReactElement {
  return (
    <section className={classNames(styles.card, className)} aria-label={label}>
      {children}
    </section>
  )
}

import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './AdminShell.module.css'

/** Rail, strip and panes of the staff screens. Below 750 px the rail lies at the lower edge. */
export function AdminShell({
  rail,
  strip,
  fillsScreen = false,
  children,
}: {
  rail: ReactNode
  strip?: ReactNode
  /** What is below the strip fills the window, and scrolls within itself. */
  fillsScreen?: boolean
  children: ReactNode
}): ReactElement {
  return (
    <div className={styles.shell}>
      {rail}
      <div className={classNames(styles.side, fillsScreen && styles.fillsScreen)}>
        {strip}
        {children}
      </div>
    </div>
  )
}

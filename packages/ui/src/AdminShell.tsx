import type { ReactElement, ReactNode } from 'react'
import styles from './AdminShell.module.css'

/** Rail, strip and panes of the staff screens. Below 750 px the rail lies at the lower edge. */
export function AdminShell({
  rail,
  strip,
  children,
}: {
  rail: ReactNode
  strip?: ReactNode
  children: ReactNode
}): ReactElement {
  return (
    <div className={styles.shell}>
      {rail}
      <div className={styles.side}>
        {strip}
        {children}
      </div>
    </div>
  )
}

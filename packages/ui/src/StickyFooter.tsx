import type { ReactElement, ReactNode } from 'react'
import styles from './StickyFooter.module.css'

/** The one button of a flow, always in reach at the lower edge. Screens that have it show no bottom bar. */
export function StickyFooter({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={styles.footer}>
      <div className={styles.inner}>{children}</div>
    </div>
  )
}

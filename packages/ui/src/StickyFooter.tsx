import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './StickyFooter.module.css'

/** The one button of a flow, always in reach at the lower edge. Screens that have it show no bottom bar. */
export function StickyFooter({
  flow = false,
  children,
}: {
  /** In a flow it reaches over the page's own edges, and stands at the lower one however short the page is. */
  flow?: boolean
  children: ReactNode
}): ReactElement {
  return (
    <div className={classNames(styles.footer, flow && styles.flow)}>
      <div className={styles.inner}>{children}</div>
    </div>
  )
}

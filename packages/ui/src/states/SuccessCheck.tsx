import type { ReactElement } from 'react'
import styles from './SuccessCheck.module.css'

/** The mark of a finished payment: the ring comes, the check draws itself. Decorates the heading under it. */
export function SuccessCheck(): ReactElement {
  return (
    <span className={styles.disc} aria-hidden="true">
      <svg width="84" height="84" viewBox="0 0 84 84" fill="none">
        <circle className={styles.ring} cx="42" cy="42" r="40" />
        <path
          className={styles.check}
          d="M25.5 43 36.5 53.5 58.5 31.5"
          pathLength="1"
          strokeWidth="5.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}

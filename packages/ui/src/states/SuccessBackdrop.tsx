import type { ReactElement } from 'react'
import styles from './SuccessBackdrop.module.css'

/** Hammered silver behind the head of the success screen, gone before the details begin. */
export function SuccessBackdrop(): ReactElement {
  return <span className={styles.backdrop} aria-hidden="true" />
}

import type { ReactElement } from 'react'
import styles from './Problem.module.css'

/** Why something could not be done, where it was asked for. Nothing while there is nothing to say. */
export function Problem({ message }: { message: string | null | undefined }): ReactElement | null {
  if (message === null || message === undefined) return null
  return (
    <p className={styles.problem} role="alert">
      {message}
    </p>
  )
}

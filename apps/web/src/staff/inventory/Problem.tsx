import styles from './inventory.module.css'

/** Why an act did not happen, said once and read aloud. */
export function Problem({ children }: { children: string }) {
  return (
    <p className={styles.problem} role="alert">
      {children}
    </p>
  )
}

import { classNames } from '../class-names.ts'
import styles from './StatusDot.module.css'

/** Beside a word that says the same. */
export function StatusDot({ tone }: { tone: 'ok' | 'warn' | 'bad' }) {
  return <span className={classNames(styles.dot, styles[tone])} aria-hidden="true" />
}

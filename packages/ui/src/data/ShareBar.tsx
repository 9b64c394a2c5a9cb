import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ShareBar.module.css'

export type ShareTone = 'points' | 'balance' | 'cash' | 'card' | 'later'
export type Share = { tone: ShareTone; value: number }

/** How a sum is made up, by tender. The words and amounts stand in the list beside it: colour alone says nothing. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }): ReactElement {
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {shares
        .filter(({ value }) => value > 0)
        .map(({ tone, value }) => (
          <span key={tone} className={classNames(styles.part, styles[tone])} style={{ flexGrow: value }} />
        ))}
    </div>
  )
}

export function ShareMark({ tone }: { tone: ShareTone }): ReactElement {
  return <span className={classNames(styles.mark, styles[tone])} aria-hidden="true" />
}

import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ShareBar.module.css'

/** `tone` is a tender: the colour `--tender-…` of the tokens bears its name. */
export type Share = { tone: string; value: number }

const colourOf = (tone: string) => `var(--tender-${tone})`

/** How a sum is made up, by tender. The words and amounts stand in the list beside it: colour alone says nothing. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }): ReactElement {
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {shares
        .filter(({ value }) => value > 0)
        .map(({ tone, value }) => (
          <span
            key={tone}
            className={classNames(styles.part, tone === 'later' && styles.later)}
            style={{ flexGrow: value, backgroundColor: colourOf(tone) }}
          />
        ))}
    </div>
  )
}

export function ShareMark({ tone }: { tone: string }): ReactElement {
  return (
    <span
      className={classNames(styles.mark, tone === 'later' && styles.later)}
      style={{ backgroundColor: colourOf(tone) }}
      aria-hidden="true"
    />
  )
}

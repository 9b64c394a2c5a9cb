import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Pairs.module.css'

interface PairsProps {
  /** Fills a card that brings no inner space of its own. */
  inset?: boolean
  /** The values matter more than their names, as before something is decided. */
  strong?: boolean
  /** A div with a dt and a dd for each line; `Pair` is one. */
  children: ReactNode
}

/** Names and what they stand for, a line each. A value that has no room beside its name goes below it. */
export function Pairs({ inset = false, strong = false, children }: PairsProps) {
  return (
    <dl className={classNames(styles.pairs, inset && styles.inset, strong && styles.strong)}>{children}</dl>
  )
}

export function Pair({
  label,
  isSum = false,
  children,
}: {
  label: string
  isSum?: boolean
  children: ReactNode
}) {
  return (
    <div className={isSum ? styles.sum : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

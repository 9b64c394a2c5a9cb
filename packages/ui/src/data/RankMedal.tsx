import { classNames } from '../class-names.ts'
import styles from './RankMedal.module.css'

const finishes = [styles.nashiji, styles.tsuchime, styles.ibushi, styles.kyomen, styles.shirogane]

/** The finish of a rank, from the lowest (0) to the highest (4). It decorates: the name always stands beside it. */
export function RankMedal({
  rank,
  size = 56,
  sheen = false,
}: {
  rank: number
  size?: 14 | 20 | 40 | 56 | 96
  /** A highlight crosses it once, as when the rank has risen. */
  sheen?: boolean
}) {
  const finish = finishes[Math.min(finishes.length - 1, Math.max(0, Math.trunc(rank)))]
  return (
    <span
      className={classNames(styles.medal, size <= 20 && styles.tiny, finish, sheen && styles.sheen)}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <span className={styles.face} />
    </span>
  )
}

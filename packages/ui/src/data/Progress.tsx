import { classNames } from '../class-names.ts'
import styles from './Progress.module.css'

type ProgressProps = {
  /** 0 to 100. More is drawn as 100. */
  percent: number
  label: string
  /** What a screen reader says instead of the number alone. */
  valueText?: string
  /** On the white code card, which has one look in both themes. */
  onCode?: boolean
  className?: string | undefined
}

export function Progress({ percent, label, valueText, onCode = false, className }: ProgressProps) {
  const capped = Math.min(100, Math.max(0, Math.floor(percent)))
  return (
    <div
      className={classNames(styles.track, onCode && styles.onCode, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={capped}
      aria-valuetext={valueText}
    >
      <div className={styles.fill} style={{ transform: `translateX(${String(capped - 100)}%)` }} />
    </div>
  )
}

import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import { Progress } from '../Progress.tsx'
import { countdownLabel } from './text.ts'
import styles from './Countdown.module.css'

type CountdownProps = {
  secondsLeft: number
  secondsTotal: number
  label?: string
  /** The button that renews early. */
  end?: ReactNode
  /** On the white code card, which has one look in both themes. */
  onCode?: boolean
}

/** "4:32". */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${String(Math.trunc(left / 60))}:${String(left % 60).padStart(2, '0')}`
}

/** Silent: what a listener must know (one minute, ten seconds, renewed) is announced by the screen. */
export function Countdown({
  secondsLeft,
  secondsTotal,
  label = countdownLabel,
  end,
  onCode = true,
}: CountdownProps): ReactElement {
  return (
    <div className={classNames(styles.countdown, onCode && styles.onCode)}>
      <div className={styles.time} role="timer" aria-live="off">
        <span className={styles.label}>{label}</span>
        <b className={styles.figures}>{formatCountdown(secondsLeft)}</b>
      </div>
      <Progress
        className={styles.bar}
        percent={(secondsLeft * 100) / secondsTotal}
        label={label}
        valueText={formatCountdown(secondsLeft)}
        onCode={onCode}
      />
      {end}
    </div>
  )
}

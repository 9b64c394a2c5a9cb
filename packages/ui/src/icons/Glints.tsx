import type { CSSProperties, ReactElement } from 'react'
import styles from './Glints.module.css'

/** Place in percent, size in px, tone and turn of the 22 four-point glints. Fixed, so that every success looks the same. */
const glints: readonly (readonly [
  x: number,
  y: number,
  size: number,
  tone: 'light' | 'pale' | 'accent' | 'silver',
])[] = [
  [14, 26, 10, 'silver'],
  [19, 27, 12, 'light'],
  [26, 29, 14, 'silver'],
  [27.5, 35, 12, 'accent'],
  [35, 32, 14, 'accent'],
  [45.5, 34, 12, 'accent'],
  [12.5, 44, 12, 'light'],
  [22.5, 42, 12, 'silver'],
  [9, 53.5, 12, 'silver'],
  [28.5, 63, 7, 'silver'],
  [62, 42, 10, 'silver'],
  [74, 49.5, 10, 'accent'],
  [77, 32.5, 12, 'silver'],
  [81, 38.5, 13, 'light'],
  [94.5, 33, 14, 'pale'],
  [86.5, 48.5, 13, 'light'],
  [87.5, 57, 8, 'pale'],
  [90, 58.5, 12, 'accent'],
  [56, 24, 9, 'light'],
  [68, 33, 9, 'pale'],
  [39, 27, 8, 'light'],
  [5, 36, 9, 'pale'],
]

/** Four-point glints around the check of a payment. They show once and fade; with less motion they stay away. */
export function Glints({ className }: { className?: string | undefined }): ReactElement {
  return (
    <span
      className={className === undefined ? styles.field : `${styles.field ?? ''} ${className}`}
      aria-hidden="true"
    >
      {glints.map(([x, y, size, tone], index) => (
        <svg
          key={`${String(x)}-${String(y)}`}
          className={`${styles.glint ?? ''} ${styles[tone] ?? ''}`}
          width={size}
          height={size}
          viewBox="0 0 20 20"
          style={
            {
              left: `${String(x)}%`,
              top: `${String(y)}%`,
              '--glint-delay': `${String((index * 37) % 220)}ms`,
            } as CSSProperties
          }
        >
          <path d="M10 0c.7 6.2 3.800 9.300 10 10-6.200.7-9.300 3.800-10 10-.7-6.200-3.800-9.300-10-10 6.200-.7 9.300-3.800 10-10Z" />
        </svg>
      ))}
    </span>
  )
}

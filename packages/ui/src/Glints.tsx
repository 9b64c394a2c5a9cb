import type { CSSProperties, ReactElement } from 'react'
import styles from './Glints.module.css'

/** Place in percent, size in px, tone and turn of the 22 four-point glints. Fixed, so that every success looks the same. */
const glints: readonly (readonly [
  x: number,
  y: number,
  size: number,
  tone: 'light' | 'pale' | 'accent' | 'silver',
])[] = [
  [14, 49, 10, 'silver'],
  [19, 50, 12, 'light'],
  [27, 54, 14, 'silver'],
  [27.5, 65, 12, 'accent'],
  [35, 60, 14, 'accent'],
  [45.5, 63, 12, 'accent'],
  [12, 81, 12, 'light'],
  [9, 99, 12, 'silver'],
  [22.5, 78, 12, 'silver'],
  [62, 78, 10, 'silver'],
  [77, 60, 12, 'silver'],
  [81, 72, 13, 'light'],
  [94.5, 61, 14, 'pale'],
  [74, 92, 10, 'accent'],
  [86.5, 90, 13, 'light'],
  [87.5, 106, 8, 'pale'],
  [90, 109, 12, 'accent'],
  [29, 117, 7, 'silver'],
  [56, 55, 9, 'light'],
  [68, 68, 9, 'pale'],
  [39, 74, 8, 'light'],
  [5, 66, 9, 'pale'],
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
              top: `${String(y - 40)}%`,
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

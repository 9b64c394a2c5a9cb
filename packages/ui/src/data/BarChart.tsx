import type { ReactElement } from 'react'
import { digitsOf } from './format-amount.ts'
import { chartText } from './text.ts'
import styles from './BarChart.module.css'

export type Bar = { key: string; label: string; value: number }

type BarChartProps = {
  /** One sentence that says what the picture shows, for a reader who does not see it. */
  label: string
  bars: readonly Bar[]
  /** Every so many labels are written where there are many bars. */
  labelEvery?: number
}

const width = 368
const height = 210
const left = 40
const bottom = 24
const top = 20

/** Yen over hours or days. The peak has the accent and its amount, the rest is grey; a table stands beside it. */
export function BarChart({ label, bars, labelEvery = 1 }: BarChartProps): ReactElement {
  const peak = Math.max(0, ...bars.map(({ value }) => value))
  const step = stepOf(peak)
  const lines = Math.max(1, Math.ceil(peak / step))
  const room = height - top - bottom
  const y = (value: number) => top + room - (Math.max(0, value) / (step * lines)) * room
  const slot = (width - left) / Math.max(1, bars.length)
  const barWidth = Math.min(26, slot * 0.66)
  const peakAt = bars.findIndex(({ value }) => value === peak && value > 0)
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      role="img"
      aria-label={label}
    >
      {Array.from({ length: lines + 1 }, (_, index) => (
        <g key={index}>
          <line
            className={index === 0 ? styles.base : styles.grid}
            x1={left}
            x2={width}
            y1={y(step * index)}
            y2={y(step * index)}
          />
          <text className={styles.axis} x={left - 8} y={y(step * index) + 4} textAnchor="end">
            {tickText(step * index)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const x = left + slot * index + (slot - barWidth) / 2
        const isPeak = index === peakAt
        return (
          <g key={bar.key}>
            {bar.value > 0 && (
              <rect
                className={isPeak ? styles.peak : styles.bar}
                x={x}
                y={y(bar.value)}
                width={barWidth}
                height={Math.max(2, y(0) - y(bar.value))}
                rx={Math.min(5, barWidth / 2)}
              />
            )}
            {isPeak && (
              <text
                className={styles.value}
                x={Math.min(width - 34, Math.max(left + 30, x + barWidth / 2))}
                y={y(bar.value) - 6}
                textAnchor="middle"
              >
                ¥{digitsOf(bar.value)}
              </text>
            )}
            {index % labelEvery === 0 && (
              <text className={styles.axis} x={x + barWidth / 2} y={height - 6} textAnchor="middle">
                {bar.label}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** 1, 2, 3 or 5 of a power of ten, so that at most four lines cross the picture. */
function stepOf(peak: number): number {
  for (let unit = 100; ; unit *= 10) {
    for (const factor of [1, 2, 3, 5]) if (unit * factor * 4 >= peak) return unit * factor
  }
}

/** From 10,000 on in ten thousands, so that no figure is cut off at the edge. The steps have at most one place behind it. */
function tickText(value: number): string {
  return value >= 10_000 ? chartText.tenThousands(value / 10_000) : digitsOf(value)
}

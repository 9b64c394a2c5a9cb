import type { ReactElement } from 'react'
import { digitsOf } from './format-amount.ts'
import { chartText, yen } from './text.ts'
import styles from './LineChart.module.css'

export type LinePoint = { key: string; label: string; value: number }

type LineChartProps = {
  /** One sentence that says what the picture shows, for a reader who does not see it. */
  label: string
  points: readonly LinePoint[]
}

const width = 368
const height = 190
const left = 40
const right = 16
const bottom = 24
const top = 22

/** Yen over months. The last point has a dot and its amount, the rest is in the table that stands beside it. */
export function LineChart({ label, points }: LineChartProps): ReactElement {
  const peak = Math.max(0, ...points.map(({ value }) => value))
  const low = Math.min(0, ...points.map(({ value }) => value))
  const step = stepOf(Math.max(peak, -low))
  const above = Math.max(1, Math.ceil(peak / step))
  const below = Math.ceil(-low / step)
  const room = height - top - bottom
  const y = (value: number) => top + ((step * above - value) / (step * (above + below))) * room
  const x = (index: number) =>
    left + 14 + (index * (width - left - right - 14)) / Math.max(1, points.length - 1)
  const line = points.map(({ value }, index) => `${String(x(index))},${String(y(value))}`).join(' ')
  const last = points.at(-1)
  // Beside a line that falls the amount stands under its point, where nothing crosses it.
  const falls = last !== undefined && (points.at(-2)?.value ?? 0) > last.value
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      role="img"
      aria-label={label}
    >
      {Array.from({ length: above + below + 1 }, (_, index) => (index - below) * step).map((value) => (
        <g key={value}>
          <line
            className={value === 0 ? styles.base : styles.grid}
            x1={left}
            x2={width}
            y1={y(value)}
            y2={y(value)}
          />
          <text className={styles.axis} x={left - 8} y={y(value) + 4} textAnchor="end">
            {tickText(value)}
          </text>
        </g>
      ))}
      {points.length > 1 && (
        <polygon
          className={styles.area}
          points={`${String(x(0))},${String(y(0))} ${line} ${String(x(points.length - 1))},${String(y(0))}`}
        />
      )}
      <polyline className={styles.line} points={line} />
      {points.map(({ key, label: name }, index) => (
        <text key={key} className={styles.axis} x={x(index)} y={height - 6} textAnchor="middle">
          {name}
        </text>
      ))}
      {last !== undefined && (
        <>
          <circle className={styles.dot} cx={x(points.length - 1)} cy={y(last.value)} r={4} />
          <text className={styles.value} x={width - 4} y={y(last.value) + (falls ? 18 : -9)} textAnchor="end">
            {digitsOf(last.value)}
            {yen}
          </text>
        </>
      )}
    </svg>
  )
}

/** 1, 2, 3 or 5 of a power of ten, so that at most four lines cross the picture. */
function stepOf(peak: number): number {
  for (let unit = 100; ; unit *= 10) {
    for (const factor of [1, 2, 3, 5]) if (unit * factor * 4 >= peak) return unit * factor
  }
}

/** From 10,000 on in ten thousands, so that no figure is cut off at the edge. */
function tickText(value: number): string {
  return Math.abs(value) >= 10_000 ? chartText.tenThousands(value / 10_000) : digitsOf(value)
}

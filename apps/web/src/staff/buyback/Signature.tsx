import { Button } from '@shirogane/ui/actions/Button'
import { useRef } from 'react'
import type { PointerEvent } from 'react'
import { text } from './text.ts'
import styles from './buyback.module.css'

export type Strokes = number[][]
const width = 800
const height = 220
/** A pen tells its place more often than a line needs. */
const stepMin = 3
const numbersMax = 6_000

const pathOf = (stroke: readonly number[]): string =>
  stroke.reduce(
    (path, value, index) =>
      index % 2 === 0 ? `${path}${index === 0 ? 'M' : ' L'}${value}` : `${path} ${value}`,
    '',
  )

/** The seller's own hand. A seller who cannot use a pointer signs with the help of staff, by a cross with the keys. */
export function SignaturePad({ value, onChange }: { value: Strokes; onChange: (strokes: Strokes) => void }) {
  const isDown = useRef(false)
  const place = (event: PointerEvent<HTMLButtonElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    const limit = (at: number, size: number, most: number) =>
      Math.max(0, Math.min(most, Math.round((at / size) * most)))
    return [
      limit(event.clientX - box.left, box.width, width),
      limit(event.clientY - box.top, box.height, height),
    ]
  }
  const draw = (event: PointerEvent<HTMLButtonElement>) => {
    const last = value.at(-1)
    if (!isDown.current || !last) return
    const [x, y] = place(event)
    const [lastX = 0, lastY = 0] = last.slice(-2)
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < stepMin) return
    if (value.reduce((sum, stroke) => sum + stroke.length, 0) >= numbersMax) return
    onChange([...value.slice(0, -1), [...last, x, y]])
  }
  return (
    <>
      <p className={styles.note}>{text.signHelp}</p>
      <button
        type="button"
        className={styles.pad}
        aria-label={text.signature}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDown.current = true
          onChange([...value, place(event)])
        }}
        onPointerMove={draw}
        onPointerUp={() => {
          isDown.current = false
        }}
        onPointerCancel={() => {
          isDown.current = false
        }}
        onClick={(event) => {
          // By the keys, and not by a pointer that has drawn.
          if (event.detail === 0)
            onChange([
              [360, 70, 440, 150],
              [440, 70, 360, 150],
            ])
        }}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <Ink strokes={value} />
        </svg>
      </button>
      {value.length > 0 && (
        <Button size="s" variant="quiet" onClick={() => onChange([])}>
          {text.signAgain}
        </Button>
      )}
    </>
  )
}

export function Signed({ strokes }: { strokes: Strokes }) {
  return (
    <svg className={styles.signed} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text.signature}>
      <Ink strokes={strokes} />
    </svg>
  )
}

function Ink({ strokes }: { strokes: Strokes }) {
  return strokes.map((stroke) => <path key={pathOf(stroke)} className={styles.ink} d={pathOf(stroke)} />)
}

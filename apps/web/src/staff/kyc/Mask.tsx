import { useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import styles from './kyc.module.css'

/** Thousandths of the picture. */
export type Area = { left: number; top: number; width: number; height: number }

/** A tap is no rectangle. */
const leastSide = 8

/** Lies over a picture and takes rectangles that are dragged on it. */
export function Mask({
  areas,
  onChange,
}: {
  areas: readonly Area[]
  onChange: (areas: readonly Area[]) => void
}) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const [drawing, setDrawing] = useState<Area | null>(null)

  function at(event: PointerEvent<HTMLElement>): { x: number; y: number } {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (value: number, length: number) =>
      Math.min(1_000, Math.max(0, Math.round((value / length) * 1_000)))
    return { x: part(event.clientX - box.left, box.width), y: part(event.clientY - box.top, box.height) }
  }
  function between(a: { x: number; y: number }, b: { x: number; y: number }): Area {
    return {
      left: Math.min(a.x, b.x, 999),
      top: Math.min(a.y, b.y, 999),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    }
  }

  return (
    <div
      className={styles.mask}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = at(event)
      }}
      onPointerMove={(event) => {
        if (start.current) setDrawing(between(start.current, at(event)))
      }}
      onPointerUp={(event) => {
        const area = start.current && between(start.current, at(event))
        start.current = null
        setDrawing(null)
        if (area && area.width >= leastSide && area.height >= leastSide) onChange([...areas, area])
      }}
    >
      {[...areas, ...(drawing ? [drawing] : [])].map((area, index) => (
        <span
          key={index}
          className={styles.covered}
          style={{
            left: `${String(area.left / 10)}%`,
            top: `${String(area.top / 10)}%`,
            width: `${String(area.width / 10)}%`,
            height: `${String(area.height / 10)}%`,
          }}
        />
      ))}
    </div>
  )
}

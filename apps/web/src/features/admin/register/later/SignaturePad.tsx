import { PillButton } from '@shirogane/ui/PillButton'
import { useRef } from 'react'
import type { PointerEvent } from 'react'
import { text } from './text.ts'
import styles from './later.module.css'

const width = 600
const height = 200
/** Shorter than this is a touch by accident. */
const pointsMin = 6
const longest = 20_000

type SignaturePadProps = { value: string; onChange: (path: string) => void; labelId: string }

export const isSigned = (path: string): boolean => path.split(/[ML]/).length > pointsMin

/** A cross in the middle: the mark of whoever cannot draw one. */
const cross = 'M250 60L275 85L300 110L325 135L350 160M350 60L325 85L300 110L275 135L250 160'

/**
 * A line drawn with a finger, a pen or a mouse, kept as the path of an SVG. Whoever cannot use any of them marks it with a
 * cross by the keys, as on the paper of a purchase.
 */
export function SignaturePad({ value, onChange, labelId }: SignaturePadProps) {
  const isDrawing = useRef(false)
  /** Several moves may come between two drawings of the screen. */
  const path = useRef(value)
  const pad = useRef<SVGSVGElement>(null)

  const pointOf = (event: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect()
    if (box === undefined) return '0 0'
    const along = (at: number, start: number, length: number, size: number) =>
      Math.max(0, Math.min(size, Math.round(((at - start) / length) * size)))
    return `${along(event.clientX, box.left, box.width, width)} ${along(event.clientY, box.top, box.height, height)}`
  }
  const add = (command: 'M' | 'L', event: PointerEvent) => {
    const next = `${path.current}${command}${pointOf(event)}`
    if (next.length > longest) return
    path.current = next
    onChange(next)
  }

  return (
    <div className={styles.pad}>
      <svg
        ref={pad}
        className={styles.paper}
        viewBox={`0 0 ${width} ${height}`}
        role="button"
        tabIndex={0}
        aria-labelledby={labelId}
        aria-pressed={value !== ''}
        aria-keyshortcuts="Space"
        onKeyDown={(event) => {
          // Not by Enter: what a scanner reads ends with it, and is none of the customer's.
          if (event.key !== ' ' || event.repeat) return
          event.preventDefault()
          path.current = cross
          onChange(cross)
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          add('M', event)
        }}
        onPointerMove={(event) => {
          if (isDrawing.current) add('L', event)
        }}
        onPointerUp={() => {
          isDrawing.current = false
        }}
        onPointerCancel={() => {
          isDrawing.current = false
        }}
      >
        <line x1="24" y1="160" x2="576" y2="160" className={styles.rule} />
        <path d={value} className={styles.ink} />
      </svg>
      {value === '' && <span className={styles.hint}>{text.signHere}</span>}
      {value !== '' && (
        <PillButton
          className={styles.clear}
          onClick={() => {
            path.current = ''
            onChange('')
          }}
        >
          {text.clear}
        </PillButton>
      )}
    </div>
  )
}

import { signatureField } from '@shirogane/contract/inputs/signature-ink'
import { PillButton } from '@shirogane/ui/actions/PillButton'
import { useId, useRef } from 'react'
import type { PointerEvent } from 'react'
import { text } from './text.ts'
import styles from './deferred.module.css'

const { width, height } = signatureField
const longest = 20_000

type SignaturePadProps = { value: string; onChange: (path: string) => void; labelId: string }

/** By the keys the pen goes so far at a time, from the left of the field. */
const stride = 20
const pen = { x: 60, y: 100 }
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-stride, 0],
  ArrowRight: [stride, 0],
  ArrowUp: [0, -stride],
  ArrowDown: [0, stride],
}

/**
 * A line drawn with a finger, a pen or a mouse, kept as the path of an SVG. A customer who cannot use any of them draws
 * with the arrow keys, and lifts the pen with the space bar.
 */
export function SignaturePad({ value, onChange, labelId }: SignaturePadProps) {
  const isDrawing = useRef(false)
  /** Several moves may come between two drawings of the screen. */
  const path = useRef(value)
  const pad = useRef<SVGSVGElement>(null)
  const keysId = useId()
  const cursor = useRef({ ...pen, isDown: true })

  const pointOf = (event: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect()
    if (box === undefined) return '0 0'
    const along = (at: number, start: number, length: number, size: number) =>
      Math.max(0, Math.min(size, Math.round(((at - start) / length) * size)))
    return `${along(event.clientX, box.left, box.width, width)} ${along(event.clientY, box.top, box.height, height)}`
  }
  const write = (more: string) => {
    const next = `${path.current}${more}`
    if (next.length > longest) return
    path.current = next
    onChange(next)
  }
  const add = (command: 'M' | 'L', event: PointerEvent) => write(`${command}${pointOf(event)}`)

  /** Answers whether the key is the pen's. Not Enter: what a scanner reads ends with it, and is none of the customer's. */
  const drawByKey = (key: string): boolean => {
    const { x, y, isDown } = cursor.current
    if (key === ' ') {
      cursor.current.isDown = !isDown
      return true
    }
    const way = ways[key]
    if (way === undefined) return false
    const next = {
      x: Math.max(0, Math.min(width, x + way[0])),
      y: Math.max(0, Math.min(height, y + way[1])),
    }
    if (isDown) write(`M${x} ${y}L${next.x} ${next.y}`)
    cursor.current = { ...next, isDown }
    return true
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
        aria-describedby={keysId}
        onKeyDown={(event) => {
          if (drawByKey(event.key)) event.preventDefault()
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
      <span id={keysId} hidden>
        {text.signKeys}
      </span>
      {value === '' && <span className={styles.hint}>{text.signHere}</span>}
      {value !== '' && (
        <PillButton
          className={styles.clear}
          onClick={() => {
            path.current = ''
            cursor.current = { ...pen, isDown: true }
            onChange('')
          }}
        >
          {text.clear}
        </PillButton>
      )}
    </div>
  )
}

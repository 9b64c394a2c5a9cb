import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { type Crop, dragCrop, placeIn, clampCrop, zoomMax } from './crop.ts'
import { text } from './text.ts'
import styles from './AvatarSheet.module.css'

type Props = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void }

const keyStep = 8
const zoomStep = 0.15

/** One finger moves the picture, two make it larger, and so do the mouse wheel, the keys and the slider. */
export function Cropper({ picture, crop, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frame, setFrame] = useState(300)
  const fingers = useRef(new Map<number, { x: number; y: number }>())

  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setFrame(element.clientWidth || 300))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const density = Math.min(2, window.devicePixelRatio)
    element.width = frame * density
    element.height = frame * density
    const { left, top, width, height } = placeIn(picture, crop, frame * density)
    context.drawImage(picture, left, top, width, height)
  }, [picture, crop, frame])

  const move = (dx: number, dy: number) => onChange(dragCrop(picture, crop, frame, dx, dy))
  const zoomBy = (factor: number) => onChange(clampCrop(picture, { ...crop, zoom: crop.zoom * factor }))

  function onPointerMove(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current.entries()].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (!other) return move(now.x - before.x, now.y - before.y)
    const apart = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y)
    zoomBy(apart(now) / Math.max(1, apart(before)))
  }
  const letGo = (event: PointerEvent) => fingers.current.delete(event.pointerId)

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(keyStep, 0),
      ArrowRight: () => move(-keyStep, 0),
      ArrowUp: () => move(0, keyStep),
      ArrowDown: () => move(0, -keyStep),
      '+': () => zoomBy(1 + zoomStep),
      '-': () => zoomBy(1 / (1 + zoomStep)),
    }
    const act = moves[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div className={styles.cropper}>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a picture that is moved by hand has no element of its own */}
      <div
        className={styles.frame}
        role="application"
        tabIndex={0}
        aria-label={text.area}
        aria-describedby="avatar-crop-help"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onWheel={(event) => zoomBy(event.deltaY < 0 ? 1 + zoomStep : 1 / (1 + zoomStep))}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.canvas} />
        <span className={styles.ring} aria-hidden="true" />
      </div>
      <p id="avatar-crop-help" className={styles.help}>
        {text.cropHelp}
      </p>
      <label className={styles.zoom}>
        <span>{text.zoom}</span>
        <input
          type="range"
          min={1}
          max={zoomMax}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onChange(clampCrop(picture, { ...crop, zoom: Number(event.target.value) }))}
        />
      </label>
    </div>
  )
}

import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent, ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconCheck, iconInfo, iconWarn } from '../icons/icons.ts'
import { useAnnounce } from './use-announce.ts'
import { ToastContext, toastDurationDefault } from './use-toast.ts'
import type { ToastInput } from './use-toast.ts'
import styles from './ToastProvider.module.css'

type Toast = ToastInput & { id: number }

/** Matches --t-toast-out. */
const leaveMs = 160

const icons = { info: iconInfo, ok: iconCheck, error: iconWarn }

/** Stands inside <LiveRegions>. */
export function ToastProvider({ children }: { children: ReactNode }): ReactElement {
  const [queue, setQueue] = useState<readonly Toast[]>([])
  const nextId = useRef(0)

  const show = useCallback((input: ToastInput | string) => {
    nextId.current += 1
    const toast = { ...(typeof input === 'string' ? { message: input } : input), id: nextId.current }
    setQueue((now) => [...now, toast])
  }, [])
  const removeFirst = useCallback(() => setQueue((now) => now.slice(1)), [])

  const current = queue[0]
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.place}>
        {current && <ToastView key={current.id} toast={current} onGone={removeFirst} />}
      </div>
    </ToastContext>
  )
}

function ToastView({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const announce = useAnnounce()
  const { message, kind = 'info', duration = toastDurationDefault, action } = toast
  const [isLeaving, setLeaving] = useState(false)
  const [holds, setHolds] = useState({ pointer: false, focus: false })
  const isHeld = holds.pointer || holds.focus
  const remaining = useRef(duration)
  const announced = useRef(false)

  useEffect(() => {
    // Strict mode runs effects twice; a sentence is said once.
    if (announced.current) return
    announced.current = true
    announce(message, kind === 'error' ? 'assertive' : 'polite')
  }, [announce, message, kind])

  useEffect(() => {
    if (isHeld || isLeaving) return undefined
    const since = performance.now()
    const timer = setTimeout(() => setLeaving(true), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(0, remaining.current - (performance.now() - since))
    }
  }, [isHeld, isLeaving])

  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(onGone, leaveMs)
    return () => clearTimeout(timer)
  }, [isLeaving, onGone])

  const hold = (event: PointerEvent, pointer: boolean) => {
    // A mouse holds by resting on the toast, a finger by staying down.
    const isTouch = event.pointerType === 'touch'
    const isTouchEvent = event.type === 'pointerdown' || event.type === 'pointerup'
    if (isTouch === isTouchEvent || event.type === 'pointercancel') setHolds((now) => ({ ...now, pointer }))
  }

  return (
    <div
      className={classNames(styles.toast, isLeaving && styles.leaving)}
      data-toast=""
      onPointerEnter={(event) => hold(event, true)}
      onPointerLeave={(event) => hold(event, false)}
      onPointerDown={(event) => hold(event, true)}
      onPointerUp={(event) => hold(event, false)}
      onPointerCancel={(event) => hold(event, false)}
      onFocus={() => setHolds((now) => ({ ...now, focus: true }))}
      onBlur={() => setHolds((now) => ({ ...now, focus: false }))}
    >
      <span className={classNames(styles.tile, kind === 'error' && styles.bad)}>
        <Icon shape={toast.icon ?? icons[kind]} size={18} />
      </span>
      <span className={styles.text}>{message}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onClick()
            setLeaving(true)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

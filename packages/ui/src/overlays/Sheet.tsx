import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useRef, useState } from 'react'
import type { PointerEvent, ReactElement, ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { iconButtonClass } from '../actions/IconButton.tsx'
import { Icon } from '../icons/Icon.tsx'
import { iconX } from '../icons/icons.ts'
import { isOpenedByKey } from './opened-by-key.ts'
import { useMedia } from '../layout/use-media.ts'
import { text } from './text.ts'
import styles from './Sheet.module.css'

type SheetProps = {
  isOpen: boolean
  /** Asked by the ✕, the scrim, Escape and a drag down. The screen decides: with unsaved input it asks first. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title, read together with it. */
  description?: ReactNode
  children: ReactNode
  /** Stays at the lower edge while the content scrolls: the one button of the sheet. */
  footer?: ReactNode
  /** While money is moving neither scrim nor Escape closes. */
  locked?: boolean
  /** Has no ✕ and is not closed by the scrim, a drag or Escape: one of its buttons has to be chosen. */
  required?: boolean
  /** The element that gets the focus; else the first control after a key, and the sheet itself after anything else. */
  initialFocus?: RefObject<HTMLElement | null>
  closeLabel?: string
  /** Wide sheets hold tables and receipts. */
  wide?: boolean
  /** The name of what a sheet of nothing but text holds: it takes the focus itself, so that keys can scroll it. */
  reading?: string
}

const dragToCloseDistance = 110
const dragToCloseSpeed = 0.6
/** The second tap of a double tap on what opened the sheet falls on its scrim, and closes nothing. */
const secondTapMs = 500

export function Sheet({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  locked: isBusy = false,
  required = false,
  initialFocus,
  closeLabel = text.close,
  wide = false,
  reading,
}: SheetProps): ReactElement {
  const locked = isBusy || required
  const isBottomSheet = useMedia('(max-width: 749.98px)')
  const sheet = useRef<HTMLDivElement>(null)
  const openedAt = useRef(0)
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now()
  }, [isOpen])
  const drag = useDragDown(isBottomSheet && !locked, onClose)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        const isSecondTap = reason === 'outside-press' && performance.now() - openedAt.current < secondTapMs
        if (!open && !locked && !isSecondTap) onClose()
      }}
      disablePointerDismissal={locked}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim ?? ''} />
        <Dialog.Viewport className={styles.viewport ?? ''}>
          <Dialog.Popup
            ref={sheet}
            className={classNames(styles.sheet, wide && styles.wide, drag.distance > 0 && styles.dragged)}
            style={drag.distance > 0 ? { transform: `translateY(${String(drag.distance)}px)` } : {}}
            initialFocus={initialFocus ?? (() => isOpenedByKey() || sheet.current)}
          >
            <div className={styles.head} {...drag.handlers}>
              {isBottomSheet && !required && <span className={styles.grabber} aria-hidden="true" />}
              <Dialog.Title className={styles.title ?? ''}>{title}</Dialog.Title>
              {!required && (
                <Dialog.Close
                  className={iconButtonClass(styles.close)}
                  aria-label={closeLabel}
                  disabled={locked}
                >
                  <Icon shape={iconX} size={20} />
                </Dialog.Close>
              )}
            </div>
            <div
              className={styles.body}
              {...(reading !== undefined && { tabIndex: 0, role: 'region', 'aria-label': reading })}
            >
              {description !== undefined && (
                <Dialog.Description className={styles.description ?? ''}>{description}</Dialog.Description>
              )}
              {children}
            </div>
            {footer !== undefined && <div className={styles.foot}>{footer}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Follows the finger from the head of the sheet; far enough or fast enough closes, else it springs back. */
function useDragDown(isEnabled: boolean, onClose: () => void) {
  const [distance, setDistance] = useState(0)
  const start = useRef<{ y: number; time: number } | null>(null)
  if (!isEnabled) return { distance: 0, handlers: {} }
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return
    const moved = event.clientY - start.current.y
    const speed = moved / Math.max(1, event.timeStamp - start.current.time)
    start.current = null
    setDistance(0)
    if (
      event.type === 'pointerup' &&
      (moved > dragToCloseDistance || (moved > 24 && speed > dragToCloseSpeed))
    )
      onClose()
  }
  return {
    distance,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return
        start.current = { y: event.clientY, time: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current) setDistance(Math.max(0, event.clientY - start.current.y))
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

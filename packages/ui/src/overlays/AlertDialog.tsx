import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { isOpenedByKey } from './opened-by-key.ts'
import { text } from './text.ts'
import styles from './AlertDialog.module.css'

type AlertDialogProps = {
  isOpen: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** The confirming button is red and stands on the right. */
  destructive?: boolean
  /** May return a promise: the button is busy until it settles. */
  onConfirm: () => unknown
  /** Left out, the dialog only informs and has one button. */
  onCancel?: () => void
}

/** A question that must be answered: the scrim does not close it, Escape cancels. */
export function AlertDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel = text.cancel,
  destructive = false,
  onConfirm,
  onCancel,
}: AlertDialogProps): ReactElement {
  const dialog = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onCancel?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim ?? ''} />
        <Base.Viewport className={styles.viewport ?? ''}>
          <Base.Popup
            ref={dialog}
            className={styles.dialog ?? ''}
            initialFocus={() => isOpenedByKey() || dialog.current}
          >
            <Base.Title className={styles.title ?? ''}>{title}</Base.Title>
            {children !== undefined && (
              <Base.Description className={styles.text ?? ''} render={<div />}>
                {children}
              </Base.Description>
            )}
            <div className={styles.buttons}>
              {onCancel && (
                <Button variant="secondary" onClick={onCancel}>
                  {cancelLabel}
                </Button>
              )}
              <Button variant={destructive ? 'danger' : 'primary'} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

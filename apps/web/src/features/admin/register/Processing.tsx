import { Button } from '@shirogane/ui/Button'
import { Icon } from '@shirogane/ui/Icon'
import { iconWarn } from '@shirogane/ui/icons'
import { Spinner } from '@shirogane/ui/Spinner'
import { useEffect, useRef } from 'react'
import { text } from './text.ts'
import styles from './Processing.module.css'

type ProcessingProps = {
  title: string
  isOverdue: boolean
  isAsking: boolean
  onAsk: () => void
}

/**
 * Nothing can be touched until it is known what became of the sale: not the bench, and not the way out of it. The
 * browser's own modal dialog does that for pointer, keyboard and screen reader at once.
 */
export function Processing({ title, isOverdue, isAsking, onAsk }: ProcessingProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.box}
      role="alertdialog"
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A second Escape would close even a dialog that refuses the first.
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      {isOverdue ? (
        <>
          <span className={styles.warn}>
            <Icon shape={iconWarn} size={30} />
          </span>
          <p className={styles.title} role="alert">
            {text.unknown}
          </p>
          <Button block busy={isAsking} onClick={onAsk}>
            {text.ask}
          </Button>
        </>
      ) : (
        <>
          <Spinner size={40} />
          <p className={styles.title} role="status">
            {title}
          </p>
        </>
      )}
    </dialog>
  )
}

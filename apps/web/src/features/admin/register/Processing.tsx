import { Button } from '@shirogane/ui/Button'
import { Icon } from '@shirogane/ui/Icon'
import { iconWarn } from '@shirogane/ui/icons'
import { Spinner } from '@shirogane/ui/Spinner'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useEffect, useRef } from 'react'
import { text } from './text.ts'
import styles from './Processing.module.css'

type ProcessingProps = {
  title: string
  isOverdue: boolean
  isAsking: boolean
  onAsk: () => void
}

/** Nothing can be touched until it is known what became of the sale. */
export function Processing({ title, isOverdue, isAsking, onAsk }: ProcessingProps) {
  const announce = useAnnounce()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    announce(title)
  }, [announce, title])
  useEffect(() => {
    if (isOverdue) announce(text.unknown, 'assertive')
  }, [announce, isOverdue])
  return (
    <div className={styles.cover}>
      <div
        ref={box}
        className={styles.box}
        role="alertdialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
      >
        {isOverdue ? (
          <>
            <span className={styles.warn}>
              <Icon shape={iconWarn} size={30} />
            </span>
            <p className={styles.title}>{text.unknown}</p>
            <Button block busy={isAsking} onClick={onAsk}>
              {text.ask}
            </Button>
          </>
        ) : (
          <>
            <Spinner size={40} />
            <p className={styles.title}>{title}</p>
          </>
        )}
      </div>
    </div>
  )
}

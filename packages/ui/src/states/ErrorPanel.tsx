import type { ReactElement, ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconRefresh, iconWarn } from '../icons/icons.ts'
import { errorText } from './text.ts'
import styles from './ErrorPanel.module.css'

type ErrorPanelProps = {
  title?: ReactNode
  /** What to do. */
  children?: ReactNode
  /** What the server said, when it said something. */
  message?: string | undefined
  onRetry?: () => unknown
  retryLabel?: string
  className?: string | undefined
}

export function ErrorPanel({
  title = errorText.title,
  children = errorText.advice,
  message,
  onRetry,
  retryLabel = errorText.retry,
  className,
}: ErrorPanelProps): ReactElement {
  return (
    <div role="alert" className={classNames(styles.panel, className)}>
      <span className={styles.icon}>
        <Icon shape={iconWarn} size={30} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {message !== undefined && <p className={styles.message}>{message}</p>}
      {onRetry && (
        <Button className={styles.retry} variant="secondary" icon={iconRefresh} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { ObjectPicture } from '../icons/ObjectPicture.tsx'
import type { ObjectName } from '../icons/ObjectPicture.tsx'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  picture?: ObjectName
  title: ReactNode
  /** One sentence. */
  children?: ReactNode
  /** One secondary button. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({
  picture = 'dish',
  title,
  children,
  action,
  className,
}: EmptyStateProps): ReactElement {
  return (
    <div className={classNames(styles.state, className)}>
      <span className={styles.disc}>
        <ObjectPicture name={picture} size={96} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}

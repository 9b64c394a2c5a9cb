import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { iconX } from '../icons/icons.ts'
import type { RenderLink } from '../actions/render-link.ts'
import { closeLabel as usualCloseLabel } from './text.ts'
import styles from './InfoStrip.module.css'

type InfoStripProps = {
  icon: IconShape
  title: ReactNode
  text?: ReactNode
  tone?: 'accent' | 'warn' | 'bad' | 'ok'
  /** The words of the action; `render` makes them a link or button. */
  action?: ReactNode
  render?: RenderLink
  onClose?: () => void
  closeLabel?: string
  /** `status` or `alert` for a strip that appears while the page is open. */
  role?: 'status' | 'alert'
  className?: string | undefined
}

export function InfoStrip({
  icon,
  title,
  text,
  tone = 'accent',
  action,
  render,
  onClose,
  closeLabel = usualCloseLabel,
  role,
  className,
}: InfoStripProps): ReactElement {
  return (
    <section
      role={role}
      className={classNames(styles.strip, styles[tone], onClose === undefined && styles.still, className)}
    >
      <Icon shape={icon} size={20} className={styles.icon ?? ''} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {text !== undefined && <p className={styles.line}>{text}</p>}
      </div>
      {render?.({ className: styles.action ?? '', children: action })}
      {onClose && <IconButton icon={iconX} size={18} label={closeLabel} onClick={onClose} />}
    </section>
  )
}

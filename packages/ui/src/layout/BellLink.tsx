import type { ReactElement } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { iconBell } from '../icons/icons.ts'
import { iconButtonClass } from '../actions/IconButton.tsx'
import type { RenderLink } from '../actions/render-link.ts'
import { text } from './text.ts'
import styles from './BellLink.module.css'

/** The bell of a bar. The badge is hidden at 0 and never counts past 99+. */
export function BellLink({ count, render }: { count: number; render: RenderLink }): ReactElement {
  const shown = count > 99 ? '99+' : String(count)
  return render({
    className: iconButtonClass(styles.bell),
    // The number stands as a word of its own, as it is seen, so that a reader who speaks to the screen can name it.
    'aria-label': count > 0 ? text.noticesUnread(shown) : text.notices,
    children: (
      <>
        <Icon shape={iconBell} />
        {count > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {shown}
          </span>
        )}
      </>
    ),
  })
}

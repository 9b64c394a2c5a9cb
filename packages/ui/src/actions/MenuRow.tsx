import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import { iconChev } from '../icons/icons.ts'
import type { RenderLink } from './render-link.ts'
import styles from './MenuRow.module.css'

type MenuRowProps = {
  icon?: IconShape
  children: ReactNode
  /** A short value or a chip before the arrow. */
  end?: ReactNode
  render: RenderLink
}

/** A line of a menu: one step of 54, the whole of it one link. */
export function MenuRow({ icon, children, end, render }: MenuRowProps): ReactElement {
  return render({
    className: classNames(styles.row, icon !== undefined && styles.withIcon),
    children: (
      <>
        {icon !== undefined && <Icon shape={icon} className={styles.icon ?? ''} />}
        <span className={styles.words}>
          <span>{children}</span>
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </span>
        <Icon shape={iconChev} size={18} className={styles.arrow ?? ''} />
      </>
    ),
  })
}

import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import type { RenderLink } from '../actions/render-link.ts'
import { Seal } from '../icons/Seal.tsx'
import { brandName } from '../icons/text.ts'
import styles from './AdminRail.module.css'

export type AdminRailItem = { label: string; icon: IconShape; current?: boolean; render: RenderLink }

type AdminRailProps = {
  label: string
  items: readonly AdminRailItem[]
  /** Stands apart at the lower end: the log-out. It is left out where the rail is a bar of five. */
  last?: AdminRailItem
  renderHome: RenderLink
}

export function AdminRail({ label, items, last, renderHome }: AdminRailProps): ReactElement {
  return (
    <nav className={styles.rail} aria-label={label} data-on-dark="">
      {renderHome({ className: styles.home ?? '', 'aria-label': brandName, children: <Seal size={36} /> })}
      <ul className={styles.items}>
        {items.map((item) => (
          <RailItem key={item.label} item={item} />
        ))}
      </ul>
      {last && (
        <div className={styles.last}>
          <RailLink item={last} />
        </div>
      )}
    </nav>
  )
}

function RailItem({ item }: { item: AdminRailItem }) {
  return (
    <li>
      <RailLink item={item} />
    </li>
  )
}

function RailLink({ item }: { item: AdminRailItem }): ReactElement {
  return item.render({
    className: classNames(styles.item, item.current && styles.current),
    ...(item.current && { 'aria-current': 'page' }),
    children: (
      <>
        <Icon shape={item.icon} />
        {item.label}
      </>
    ),
  })
}

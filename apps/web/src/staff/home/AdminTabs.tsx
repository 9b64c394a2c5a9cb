import type { Employee } from '@shirogane/contract/resources/shapes'
import { holds } from '@shirogane/contract/wire/rights'
import { useLayoutEffect, useRef } from 'react'
import { AppLink, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { adminTabs, type AdminTab } from '../shared/menu/tabs.tsx'
import { text } from '../shared/text.ts'
import { AdminMenu } from './AdminMenu.tsx'
import styles from './AdminTabs.module.css'

/** So many are found by looking along the line; for more there is a menu. */
const tabsInSight = 6

/** The part that the address names, where it is this person's work. */
export function useAdminTab(type: Employee['type'] | undefined): AdminTab | null {
  const key = useSearchParam('tab')
  return adminTabs.find((tab) => tab.key === key && type !== undefined && holds(type, tab.right)) ?? null
}

export function AdminTabs({ type, current }: { type: Employee['type']; current: AdminTab | null }) {
  const tabs = adminTabs.filter((tab) => holds(type, tab.right))
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Head office has more tabs than a line holds; the one it stands on is brought into sight, and the page stays put.
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && here) {
      bar.current.scrollLeft =
        here.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - here.offsetWidth) / 2
    }
  }, [current])
  if (tabs.length === 0) return null
  return (
    <div className={styles.bar}>
      <nav ref={bar} className={styles.tabs} aria-label={text.tabs}>
        <AppLink
          to={paths.admin()}
          className={styles.tab}
          aria-current={current === null ? 'page' : undefined}
        >
          {text.overview}
        </AppLink>
        {tabs.map(({ key, label }) => (
          <AppLink
            key={key}
            to={paths.adminTab(key)}
            className={styles.tab}
            aria-current={current?.key === key ? 'page' : undefined}
          >
            {label}
          </AppLink>
        ))}
      </nav>
      {tabs.length > tabsInSight && <AdminMenu tabs={tabs} current={current} />}
    </div>
  )
}

import { Icon } from '@shirogane/ui/icons/Icon'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconGrid } from '@shirogane/ui/icons/icons-staff'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useId, useState } from 'react'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import type { AdminTab } from '../shared/menu/tabs.tsx'
import { text } from '../shared/text.ts'
import styles from './AdminMenu.module.css'

const groups = ['sales', 'people', 'accounts', 'brand'] as const

/** Every part of head office at once, by what it is about: the line of tabs holds more than a screen shows. */
export function AdminMenu({ tabs, current }: { tabs: readonly AdminTab[]; current: AdminTab | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <IconButton
        icon={iconGrid}
        label={text.allTabs}
        className={styles.open}
        onClick={() => setIsOpen(true)}
      />
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={text.allTabs} wide>
        <div className={styles.groups}>
          {groups
            .map((group) => ({ group, parts: tabs.filter((tab) => tab.group === group) }))
            .filter(({ parts }) => parts.length > 0)
            .map(({ group, parts }) => (
              <section key={group} aria-labelledby={`${id}-${group}`}>
                <h3 id={`${id}-${group}`} className={styles.title}>
                  {text.tabGroups[group]}
                </h3>
                <ul className={styles.parts}>
                  {parts.map(({ key, label, icon }) => (
                    <li key={key}>
                      <AppLink
                        to={paths.adminTab(key)}
                        className={styles.part}
                        aria-current={current?.key === key ? 'page' : undefined}
                        onClick={() => setIsOpen(false)}
                      >
                        <Icon shape={icon} size={20} />
                        {label}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </div>
      </Sheet>
    </>
  )
}

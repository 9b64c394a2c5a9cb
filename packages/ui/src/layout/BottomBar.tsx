import { useEffect, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import { iconQr } from '../icons/icons.ts'
import type { RenderLink } from '../actions/render-link.ts'
import styles from './BottomBar.module.css'

export type BottomBarItem = {
  label: string
  icon?: IconShape
  /** Stands in the place of the icon: the avatar on the link to the reader's own page. */
  picture?: ReactNode
  current?: boolean
  render: RenderLink
}

type BottomBarProps = {
  label: string
  /** Two left of the pay button and two right of it. */
  items: readonly [BottomBarItem, BottomBarItem, BottomBarItem, BottomBarItem]
  pay: { label: string; current?: boolean; render: RenderLink }
}

/** The on-screen keyboard takes the lower part of the window; a bar above it would cover the field being typed in. */
function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const read = () => setOpen(window.innerHeight - viewport.height * viewport.scale > 150)
    viewport.addEventListener('resize', read)
    return () => viewport.removeEventListener('resize', read)
  }, [])
  return isOpen
}

export function BottomBar({ label, items, pay }: BottomBarProps): ReactElement | null {
  const isKeyboardOpen = useKeyboardOpen()
  if (isKeyboardOpen) return null
  const [first, second, fourth, fifth] = items
  return (
    <nav className={styles.bar} aria-label={label}>
      <ul className={styles.columns}>
        <Column item={first} />
        <Column item={second} />
        <li className={styles.column}>
          {pay.render({
            className: classNames(styles.item, styles.pay),
            ...(pay.current && { 'aria-current': 'page' }),
            children: (
              <>
                <span className={styles.qr}>
                  <Icon shape={iconQr} size={30} />
                </span>
                <span className={styles.label}>{pay.label}</span>
              </>
            ),
          })}
        </li>
        <Column item={fourth} />
        <Column item={fifth} />
      </ul>
    </nav>
  )
}

function Column({ item }: { item: BottomBarItem }) {
  return (
    <li className={styles.column}>
      {item.render({
        className: classNames(styles.item, item.current && styles.current),
        ...(item.current && { 'aria-current': 'page' }),
        children: (
          <>
            {item.picture ?? (item.icon !== undefined && <Icon shape={item.icon} />)}
            <span className={styles.label}>{item.label}</span>
          </>
        ),
      })}
    </li>
  )
}

import type { ReactElement } from 'react'
import { BellLink } from './BellLink.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import { iconButtonClass } from '../actions/IconButton.tsx'
import { Logo } from '../icons/Logo.tsx'
import type { RenderLink } from '../actions/render-link.ts'
import { useScrolled } from './use-scrolled.ts'
import bar from './Bar.module.css'
import styles from './TopBar.module.css'

type SocialLink = { label: string; icon: IconShape; href: string }

type TopBarProps = {
  /** The logo's link to the start page. */
  renderLogo: RenderLink
  /** Outside pages, opened in a new tab. */
  social?: readonly SocialLink[]
  /** The bell with the number of unread notifications; left out for guests. */
  bell?: { count: number; render: RenderLink }
  /** The bar lies on the dark stage of the pay code. */
  onDark?: boolean
}

export function TopBar({ renderLogo, social, bell, onDark = false }: TopBarProps): ReactElement {
  const isScrolled = useScrolled(8)
  return (
    <header
      className={classNames(bar.bar, onDark && styles.dark, isScrolled && bar.scrolled)}
      data-on-dark={onDark || undefined}
    >
      <div className={classNames(bar.inner, styles.inner)}>
        {renderLogo({ className: styles.logo ?? '', children: <Logo /> })}
        <span className={styles.space} />
        {social?.map((link) => (
          <a
            key={link.href}
            className={iconButtonClass(styles.social)}
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={link.label}
          >
            <Icon shape={link.icon} size={20} />
          </a>
        ))}
        {bell && <BellLink count={bell.count} render={bell.render} />}
      </div>
    </header>
  )
}

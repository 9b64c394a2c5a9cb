import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { IconButton, iconButtonClass } from '../actions/IconButton.tsx'
import { iconBack } from '../icons/icons-lazy.ts'
import type { RenderLink } from '../actions/render-link.ts'
import { Seal } from '../icons/Seal.tsx'
import { useScrolled } from './use-scrolled.ts'
import { text } from './text.ts'
import bar from './Bar.module.css'
import styles from './UserBar.module.css'

type UserBarProps = {
  /** The title of the page in the middle; it is a heading only when the page has no other. */
  title: ReactNode
  titleAs?: 'h1' | 'span'
  backLabel?: string
  /** Going back in history; `renderBack` makes it a link instead. */
  onBack?: () => void
  renderBack?: RenderLink
  /** The seal's link to the start page. */
  renderHome?: RenderLink
  homeLabel?: string
  /** The bell, or the one action of the page. */
  end?: ReactNode
}

export function UserBar({
  title,
  titleAs = 'span',
  backLabel = text.back,
  onBack,
  renderBack,
  renderHome,
  homeLabel = text.home,
  end,
}: UserBarProps): ReactElement {
  const isScrolled = useScrolled(8)
  const Title = titleAs
  return (
    <header className={classNames(bar.bar, isScrolled && bar.scrolled)}>
      <div className={classNames(bar.inner, styles.inner)}>
        <div className={styles.side}>
          {renderBack
            ? renderBack({
                className: iconButtonClass(),
                'aria-label': backLabel,
                children: <Icon shape={iconBack} />,
              })
            : onBack && <IconButton icon={iconBack} size={24} label={backLabel} onClick={onBack} />}
          {renderHome?.({
            className: iconButtonClass(),
            'aria-label': homeLabel,
            children: <Seal size={24} />,
          })}
        </div>
        <Title className={styles.title} {...(titleAs === 'h1' && { tabIndex: -1 })}>
          {title}
        </Title>
        <div className={classNames(styles.side, styles.end)}>{end}</div>
      </div>
    </header>
  )
}

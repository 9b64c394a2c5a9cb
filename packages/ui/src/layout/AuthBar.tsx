import type { ReactElement } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { IconButton, iconButtonClass } from '../actions/IconButton.tsx'
import { iconBack } from '../icons/icons-lazy.ts'
import { Logo } from '../icons/Logo.tsx'
import type { RenderLink } from '../actions/render-link.ts'
import { text } from './text.ts'
import styles from './AuthBar.module.css'

type AuthBarProps = {
  renderLogo: RenderLink
  backLabel?: string
  onBack?: () => void
  renderBack?: RenderLink
}

/** Back and the logo in the middle: the bar of logging in and registering. */
export function AuthBar({
  renderLogo,
  backLabel = text.back,
  onBack,
  renderBack,
}: AuthBarProps): ReactElement {
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <span className={styles.back}>
          {renderBack
            ? renderBack({
                className: iconButtonClass(),
                'aria-label': backLabel,
                children: <Icon shape={iconBack} />,
              })
            : onBack && <IconButton icon={iconBack} size={24} label={backLabel} onClick={onBack} />}
        </span>
        {renderLogo({ className: styles.logo ?? '', children: <Logo height={27} /> })}
      </div>
    </header>
  )
}

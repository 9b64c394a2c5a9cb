import { Button } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconCheck, iconPlus } from '@shirogane/ui/icons/icons'
import { Seal } from '@shirogane/ui/icons/Seal'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useState } from 'react'
import { installApp, postponeInstall } from './install.ts'
import type { InstallWay } from './install.ts'
import { lazyText as text } from '../lazy-text.ts'
import styles from './InstallPrompt.module.css'

/** A card above the bottom bar. Where the browser has no offer of its own, it shows the three taps. */
export function InstallPrompt({ way }: { way: NonNullable<InstallWay> }) {
  const [showsWay, setShowsWay] = useState(false)
  return (
    <>
      <section className={styles.card} aria-label={text.installTitle}>
        <Seal size={36} />
        <p className={styles.words}>{text.installTitle}</p>
        <div className={styles.buttons}>
          <Button size="s" variant="quiet" onClick={postponeInstall}>
            {text.notNow}
          </Button>
          <Button size="s" onClick={() => (way === 'offer' ? installApp() : setShowsWay(true))}>
            {text.install}
          </Button>
        </div>
      </section>
      {showsWay && (
        <Sheet isOpen onClose={postponeInstall} title={text.installTitle}>
          <ol className={styles.steps}>
            <li>
              <span className={styles.picture}>
                <svg
                  viewBox="0 0 24 24"
                  width="32"
                  height="32"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.75"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  aria-hidden="true"
                >
                  <path d="M12 15V3.5M8.5 7 12 3.5 15.5 7M8 10.5H6.5A1.5 1.5 0 0 0 5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7a1.5 1.5 0 0 0-1.5-1.5H16" />
                </svg>
              </span>
              {text.installShare}
            </li>
            <li>
              <span className={styles.picture}>
                <Icon shape={iconPlus} size={30} />
              </span>
              {text.installAdd}
            </li>
            <li>
              <span className={styles.picture}>
                <Icon shape={iconCheck} size={30} />
              </span>
              {text.installConfirm}
            </li>
          </ol>
          <Button block onClick={postponeInstall}>
            {text.close}
          </Button>
        </Sheet>
      )}
    </>
  )
}

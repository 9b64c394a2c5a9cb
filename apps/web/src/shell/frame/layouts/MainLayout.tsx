import { BottomBar } from '@shirogane/ui/layout/BottomBar'
import { Avatar } from '@shirogane/ui/data/Avatar'
import {
  iconHome,
  iconMicro,
  iconPhoto,
  iconStore,
  iconUser,
  iconVideo,
  iconWallet,
} from '@shirogane/ui/icons/icons'
import { TopBar } from '@shirogane/ui/layout/TopBar'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkTo, usePathname, useSearchParam } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { useSession, whoIs } from '../../session/session.ts'
import { openStore } from '../../../customer/shared/store/store.ts'
import { useSocialLinks, useStoreUrl } from '../../queries/settings.ts'
import { KycStrip } from '../overlays/KycStrip.tsx'
import { OfflineStrip } from '../overlays/OfflineStrip.tsx'
import { Overlays } from '../overlays/Overlays.tsx'
import { text } from '../text.ts'
import styles from './layouts.module.css'
import { useBell } from './use-bell.tsx'

/** Top bar, page, bottom bar. The page may be replaced by an error or by nothing found; the bars survive. */
export function MainLayout({ children }: { children?: ReactNode }) {
  const pathname = usePathname()
  const view = useSearchParam('view')
  const isStage = pathname === '/qr' && view === undefined
  if (pathname === '/qr' && view !== undefined) {
    return (
      <>
        <main id="main" className={styles.bare}>
          <Outlet />
        </main>
        <Overlays />
      </>
    )
  }
  return (
    <div className={styles.main}>
      <Top onDark={isStage} />
      <OfflineStrip />
      {!isStage && <KycStrip />}
      <main id="main" className={styles.content}>
        {children ?? <Outlet />}
      </main>
      <Bottom pathname={pathname} />
      <Overlays greets />
    </div>
  )
}

function Top({ onDark }: { onDark: boolean }) {
  const { video, photo, microblog } = useSocialLinks()
  const social = [
    { label: text.video, icon: iconVideo, href: video },
    { label: text.photo, icon: iconPhoto, href: photo },
    { label: text.microblog, icon: iconMicro, href: microblog },
  ].filter((link): link is typeof link & { href: string } => link.href !== undefined)
  return <TopBar renderLogo={linkTo(paths.home())} social={social} bell={useBell()} onDark={onDark} />
}

function Bottom({ pathname }: { pathname: string }) {
  const session = useSession()
  const storeUrl = useStoreUrl()
  const { auth, profile } = session
  const isGuest = whoIs(session) === 'guest'
  return (
    <BottomBar
      label={text.mainMenu}
      items={[
        {
          label: text.home,
          icon: iconHome,
          current: pathname === paths.home() || pathname === paths.homeNamed(),
          render: linkTo(paths.home()),
        },
        {
          label: text.store,
          icon: iconStore,
          // The address is put together on the tap and never stands in the page.
          render: (link) => (
            <button
              type="button"
              {...link}
              aria-label={text.storeLabel}
              disabled={storeUrl === null}
              onClick={() => openStore(storeUrl, whoIs(session) === 'member')}
            />
          ),
        },
        {
          label: text.balance,
          icon: iconWallet,
          current: pathname === paths.transactions(),
          render: linkTo(paths.transactions()),
        },
        {
          label: text.myPage,
          current: pathname === paths.user(),
          render: linkTo(isGuest ? paths.login() : paths.user()),
          ...(auth === null || isGuest
            ? { icon: iconUser }
            : { picture: <Avatar size={26} name={profile?.last_name ?? auth.username} src={auth.avatar} /> }),
        },
      ]}
      pay={{ label: text.qr, current: pathname === paths.qr(), render: linkTo(paths.qr()) }}
    />
  )
}

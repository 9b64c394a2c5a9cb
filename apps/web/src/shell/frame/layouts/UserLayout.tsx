import { BellLink } from '@shirogane/ui/layout/BellLink'
import { UserBar } from '@shirogane/ui/layout/UserBar'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { linkTo, useBack, usePathname, useSearchParam } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { OfflineStrip } from '../overlays/OfflineStrip.tsx'
import { Overlays } from '../overlays/Overlays.tsx'
import type { StaticData } from '../routes.tsx'
import styles from './layouts.module.css'
import { useBell } from './use-bell.tsx'

/** A page behind another one: back, the seal to the start, the title, the bell. */
export function UserLayout() {
  const screen = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData ?? {}) as Partial<StaticData>,
  })
  const pathname = usePathname()
  const tabTitle = screen.tabs?.[useSearchParam('tab') ?? '']
  const title = tabTitle ?? screen.title
  const parent = tabTitle === undefined ? screen.parent : pathname
  const back = useBack()
  return (
    <div className={styles.user}>
      <UserBar
        title={title ?? ''}
        titleAs="h1"
        onBack={() => back(parent ?? paths.home())}
        renderHome={linkTo(paths.home())}
        end={<BellLink {...useBell()} />}
      />
      <OfflineStrip />
      <main id="main" className={styles.contentFree}>
        <Outlet />
      </main>
      <Overlays />
    </div>
  )
}

import { UserBar } from '@shirogane/ui/UserBar'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { linkTo, useBack } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { OfflineStrip } from '../OfflineStrip.tsx'
import { Overlays } from '../Overlays.tsx'
import type { StaticData } from '../routes.tsx'
import styles from './layouts.module.css'

/** A page behind another one: back, the seal to the start, the title. */
export function UserLayout() {
  const { title, parent } = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData ?? {}) as Partial<StaticData>,
  })
  const back = useBack()
  return (
    <div className={styles.user}>
      <UserBar
        title={title ?? ''}
        titleAs="h1"
        onBack={() => back(parent ?? paths.home())}
        renderHome={linkTo(paths.home())}
      />
      <OfflineStrip />
      <main id="main" className={styles.contentFree}>
        <Outlet />
      </main>
      <Overlays />
    </div>
  )
}

import { AuthBar } from '@shirogane/ui/AuthBar'
import { Outlet } from '@tanstack/react-router'
import { linkTo, useBack } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { OfflineStrip } from '../OfflineStrip.tsx'
import styles from './layouts.module.css'

export function AuthLayout() {
  const back = useBack()
  return (
    <div className={styles.auth}>
      <AuthBar renderLogo={linkTo(paths.home())} onBack={() => back(paths.home())} />
      <OfflineStrip />
      <main id="main" className={styles.contentForm}>
        <Outlet />
      </main>
    </div>
  )
}

import { AuthBar } from '@shirogane/ui/layout/AuthBar'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../navigation/chunks.ts'
import { linkTo, useBack, useSheet } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { useSession, whoIs } from '../../session/session.ts'
import { OfflineStrip } from '../overlays/OfflineStrip.tsx'
import styles from './layouts.module.css'

const ProfileSheet = lazyPart(() => import('../../../customer/user/profile/ProfileSheet.tsx'), 'ProfileSheet')

export function AuthLayout() {
  const back = useBack()
  const profile = useSheet('profile')
  const isMember = whoIs(useSession()) === 'member'
  return (
    <div className={styles.auth}>
      <AuthBar renderLogo={linkTo(paths.home())} onBack={() => back(paths.home())} />
      <OfflineStrip />
      <main id="main" className={styles.contentForm}>
        <Outlet />
      </main>
      {/* Offered at the end of the registration, and only to those who have come so far. */}
      <Suspense>{profile.isOpen && isMember && <ProfileSheet onClose={profile.close} />}</Suspense>
    </div>
  )
}

import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart, quietPart } from '../../navigation/chunks.ts'
import { usePathname, useSheet } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { useSession, whoIs } from '../../session/session.ts'
import { onUpdate, postponeUpdate, waitingUpdate } from '../../updates/updates.ts'

const UpdateModal = quietPart(() => import('../../updates/UpdateModal.tsx'), 'UpdateModal')
const Greetings = quietPart(() => import('./Greetings.tsx'), 'Greetings')
const LoginSheet = lazyPart(() => import('./LoginSheet.tsx'), 'LoginSheet')
const NotificationSheet = lazyPart(
  () => import('../../../customer/notifications/NotificationSheet.tsx'),
  'NotificationSheet',
)

/** What may lie over a page, one at a time; an update comes first, but never over a live pay code or a form with something in it. */
export function Overlays({ greets = false }: { greets?: boolean }) {
  const pathname = usePathname()
  const waiting = useSyncExternalStore(onUpdate, waitingUpdate)
  const login = useSheet('login')
  const who = whoIs(useSession())
  const notices = useSheet('notifications')

  if (waiting !== null && pathname !== paths.qr()) {
    return (
      <Suspense>
        <UpdateModal onClose={postponeUpdate} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      {login.isOpen && who === 'guest' && <LoginSheet onClose={login.close} />}
      {notices.isOpen && <NotificationSheet onClose={notices.close} />}
      {/* A boundary of its own: what is asked of the reader never hides a sheet that is open. */}
      <Suspense>{greets && <Greetings />}</Suspense>
    </Suspense>
  )
}

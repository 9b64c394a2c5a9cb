import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { loadChunk } from '../lib/chunks.ts'
import { usePathname, useSheet } from '../lib/navigation.tsx'
import { paths } from '../lib/paths.ts'
import { onUpdate, waitingUpdate } from './updates.ts'

const UpdateModal = lazy(() =>
  loadChunk(() => import('./UpdateModal.tsx').then(({ UpdateModal }) => ({ default: UpdateModal }))),
)
const Greetings = lazy(() =>
  loadChunk(() => import('./Greetings.tsx').then(({ Greetings }) => ({ default: Greetings }))),
)
const LoginSheet = lazy(() =>
  loadChunk(() => import('./LoginSheet.tsx').then(({ LoginSheet }) => ({ default: LoginSheet }))),
)
const NotificationSheet = lazy(() =>
  loadChunk(() =>
    import('../features/notifications/NotificationSheet.tsx').then(({ NotificationSheet }) => ({
      default: NotificationSheet,
    })),
  ),
)

/** What may lie over a page, one at a time; an update comes first, but never over a live pay code. */
export function Overlays({ greets = false }: { greets?: boolean }) {
  const pathname = usePathname()
  const waiting = useSyncExternalStore(onUpdate, waitingUpdate)
  const [postponed, setPostponed] = useState<ServiceWorker | null>(null)
  const login = useSheet('login')
  const notices = useSheet('notifications')

  const isHeldBack = pathname === paths.qr()
  if (waiting !== null && waiting !== postponed && !isHeldBack) {
    return (
      <Suspense>
        <UpdateModal onLater={() => setPostponed(waiting)} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      {login.isOpen && <LoginSheet onClose={login.close} />}
      {notices.isOpen && <NotificationSheet onClose={notices.close} />}
      {/* A boundary of its own: what is asked of the reader never hides a sheet that is open. */}
      <Suspense>{greets && <Greetings />}</Suspense>
    </Suspense>
  )
}

import { LiveRegions } from '@shirogane/ui/overlays/LiveRegions'
import { ToastProvider } from '@shirogane/ui/overlays/ToastProvider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '../queries/query-client.ts'
import { quietPart } from '../navigation/chunks.ts'
import { useSession, whoIs } from '../session/session.ts'
import { EndingToast } from './overlays/EndingToast.tsx'
import { PageFocus } from './PageFocus.tsx'
import { text } from './text.ts'

const SignedIn = quietPart(() => import('./SignedIn.tsx'), 'SignedIn')

/** What every page stands on: live regions, toasts, the line to the server, and the way past the bars. */
export function Root() {
  return (
    <QueryClientProvider client={queryClient}>
      <LiveRegions>
        <ToastProvider>
          <a className="skipLink" href="#main">
            {text.skip}
          </a>
          <PageFocus />
          <EndingToast />
          <ForMembers />
          <Outlet />
        </ToastProvider>
      </LiveRegions>
    </QueryClientProvider>
  )
}

/** What only signed-in readers need, fetched after their first screen. */
function ForMembers() {
  const isMember = whoIs(useSession()) === 'member'
  return <Suspense>{isMember && <SignedIn />}</Suspense>
}

import { LiveRegions } from '@shirogane/ui/LiveRegions'
import { ToastProvider } from '@shirogane/ui/ToastProvider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { Live } from './Live.tsx'
import { PageFocus } from './PageFocus.tsx'
import { text } from './text.ts'

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
          <Live />
          <Outlet />
        </ToastProvider>
      </LiveRegions>
    </QueryClientProvider>
  )
}

import { LiveRegions } from '@shirogane/ui/overlays/LiveRegions'
import { ToastProvider } from '@shirogane/ui/overlays/ToastProvider'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { queryClient } from '../../shell/queries/query-client.ts'
import { readableSearch } from '../../shell/navigation/readable-search.ts'

/**
 * For tests: one screen under an address, with everything it stands on. Other addresses show their own name. A screen that
 * reads its own path is put where it belongs: `/admin/inventory/$id`.
 */
export async function renderScreen(screen: ReactElement, address = '/screen', path = '/screen') {
  const root = createRootRoute({ notFoundComponent: () => <p>elsewhere</p> })
  const route = createRoute({ getParentRoute: () => root, path, component: () => screen })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...readableSearch,
  })
  await router.load()
  const view = render(
    <QueryClientProvider client={queryClient}>
      <LiveRegions>
        <ToastProvider>
          <RouterProvider router={router as never} />
        </ToastProvider>
      </LiveRegions>
    </QueryClientProvider>,
  )
  return {
    ...view,
    address: () => router.state.location.href,
    /** As the app itself goes, with what it leaves in the entry of the history. */
    go: (href: string, options: { replace?: boolean; state?: object } = {}) =>
      router.navigate({ href, ...options } as never),
    back: () => router.history.back(),
  }
}

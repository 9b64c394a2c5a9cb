import '@shirogane/ui/tokens.css'
import './shell/frame/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { paths } from './shell/navigation/paths.ts'
import { followDeviceTheme } from './shared/device/theme.ts'
import { noteEnd } from './shell/frame/overlays/ending.ts'
import { watchForInstall } from './shell/frame/overlays/install-offer.ts'
import { preloadScreen, router } from './shell/frame/router.tsx'
import { startApp } from './shell/frame/start.ts'
import type { EndReason } from './shell/session/session.ts'

const slowStartMs = 3_000

followDeviceTheme()
watchForInstall()
preloadScreen(location.pathname)

/** A function and no `await` at the top: screens import from this file's chunk, and would wait for each other for ever. */
async function boot(): Promise<void> {
  const slow = setTimeout(() => document.querySelector('.splash')?.classList.add('slow'), slowStartMs)
  const { go } = await startApp((reason) => {
    noteEnd(reason)
    if (reason !== 'logout') void leave(reason)
  })
  clearTimeout(slow)
  if (go !== null) history.replaceState(null, '', go)
  await router.load()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(<RouterProvider router={router} />)
  // What every other page begins with; a page that needs it before asks for it again.
  Promise.all([import('./shell/frame/lazy-screens.ts'), import('./shell/api/lazy-calls.ts')]).catch(() => {})
  void import('./shell/updates/watch-updates.ts').then(({ watchUpdates }) => watchUpdates())
}

/**
 * The guards decide, and nothing that was typed holds them up: the page goes with the session. From a page that guests see as
 * well the reader is led to the login where it happened in the middle of a call, unless they stay with what they write; that
 * page is a step back from there, and comes again after it.
 */
async function leave(reason: EndReason): Promise<void> {
  await router.invalidate()
  const { pathname, href } = router.state.location
  if (reason === 'expired_in_call' && pathname !== paths.login())
    await router.navigate({ href: paths.login(href) })
}

void boot()

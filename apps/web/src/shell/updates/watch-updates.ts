import { onSession, sessionState } from '../session/session.ts'
import { offerUpdate } from './updates.ts'
import { installWorker } from '../worker/worker.ts'

const checkEveryMs = 30 * 60_000
let watched: ServiceWorkerRegistration | null = null

/** Installs the worker, and notices when a newer version has been fetched and waits for the reader's word. */
export async function watchUpdates(): Promise<void> {
  await watch()
  const check = () => void watched?.update().catch(() => {})
  setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
  // Logging out clears everything that the device holds, the worker too, and nothing need be loaded anew afterwards.
  let { status } = sessionState()
  onSession(() => {
    if (status === sessionState().status) return
    ;({ status } = sessionState())
    void watch()
  })
}

async function watch(): Promise<void> {
  const registration = await installWorker()
  if (registration === null || registration === watched) return
  watched = registration
  // A worker that finds none at work is the first of its kind: nothing older is being replaced.
  const isReplacing = () => registration.active !== null
  if (registration.waiting !== null && isReplacing()) offerUpdate(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isReplacing()) offerUpdate(worker)
    })
  })
}

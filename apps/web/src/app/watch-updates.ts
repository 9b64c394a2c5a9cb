import { offerUpdate } from './updates.ts'

const checkEveryMs = 30 * 60_000

/** Installs the worker, and notices when a newer version has been fetched and waits for the reader's word. */
export async function watchUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // A browser that refuses workers runs the app from the network.
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined)
  if (registration === undefined) return
  // Without a controller this is the first visit: nothing older is being replaced.
  const isReplacing = () => navigator.serviceWorker.controller !== null
  if (registration.waiting !== null && isReplacing()) offerUpdate(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isReplacing()) offerUpdate(worker)
    })
  })
  const check = () => void registration.update().catch(() => {})
  setInterval(check, checkEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}

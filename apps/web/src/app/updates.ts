type Updates = { waiting: ServiceWorker | null }

const listeners = new Set<() => void>()
const updates: Updates = { waiting: null }
const checkEveryMs = 30 * 60_000

export function waitingUpdate(): ServiceWorker | null {
  return updates.waiting
}

export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function found(worker: ServiceWorker | null): void {
  updates.waiting = worker
  for (const listener of listeners) listener()
}

/** Installs the worker, and notices when a newer version has been fetched and waits for the reader's word. */
export function watchForUpdates(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  void navigator.serviceWorker
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => {
      // Without a controller this is the first visit: nothing older is being replaced.
      if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
        found(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) found(worker)
        })
      })
      const check = () => void registration.update().catch(() => {})
      setInterval(check, checkEveryMs)
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
    })
    // A browser that refuses workers runs the app from the network.
    .catch(() => {})
}

/** Clears what the old version kept, lets the new worker take over, and shows the new version. */
export async function applyUpdate(): Promise<void> {
  const worker = updates.waiting
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  worker?.postMessage('skipWaiting')
  // Should the worker have vanished, the reload alone brings the new version.
  setTimeout(reload, 3_000)
}

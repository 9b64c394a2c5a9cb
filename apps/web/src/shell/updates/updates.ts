const listeners = new Set<() => void>()
let waiting: ServiceWorker | null = null
let holds = 0

function notify(): void {
  for (const listener of listeners) listener()
}

/** The worker of a newer version that waits for the reader's word; null also while something is held that they would lose. */
export function waitingUpdate(): ServiceWorker | null {
  return holds > 0 ? null : waiting
}

export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function offerUpdate(worker: ServiceWorker | null): void {
  waiting = worker
  notify()
}

/** The reader is not asked again until the next version has been fetched, or the app is opened anew. */
export const postponeUpdate = () => offerUpdate(null)

/** Whether the reader has begun something that would be lost with the page. */
export const isHeld = (): boolean => holds > 0

/** One hold more, or one less: as long as there is one, the reader is not asked. */
export function holdUpdate(change: 1 | -1): void {
  holds += change
  notify()
}

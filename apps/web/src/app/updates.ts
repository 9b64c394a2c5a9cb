const listeners = new Set<() => void>()
let waiting: ServiceWorker | null = null

/** The worker of a newer version that waits for the reader's word; null while there is none. */
export function waitingUpdate(): ServiceWorker | null {
  return waiting
}

export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function offerUpdate(worker: ServiceWorker): void {
  waiting = worker
  for (const listener of listeners) listener()
}

import { useSyncExternalStore } from 'react'

/**
 * A keyboard scanner never says that it is there. It counts as connected once it has read something since the page was
 * opened, and only while this window has the keyboard: otherwise its keys go elsewhere.
 */
let hasRead = false
let isListening = false
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

export function markScannerRead(): void {
  if (hasRead) return
  hasRead = true
  notify()
}

export function setScannerListening(next: boolean): void {
  if (isListening === next) return
  isListening = next
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
  }
}

export function useScannerIsConnected(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasRead && isListening && document.hasFocus(),
    () => false,
  )
}

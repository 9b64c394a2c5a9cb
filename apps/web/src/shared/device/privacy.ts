import { useSyncExternalStore } from 'react'
import { isFeedbackOn } from './feedback.ts'

const key = 'shirogane.hide_amounts'
const listeners = new Set<() => void>()

/** Each start of the app begins hidden where its owner wants that; from then on the eye decides. */
if (isFeedbackOn('hide_at_start')) setHidden(true)

function isHidden(): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

/** Whether amounts are masked, on every screen of this device. */
export function useHidden(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isHidden,
    () => false,
  )
}

export function setHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage the figures stay visible.
  }
  for (const listener of listeners) listener()
}

import { useSyncExternalStore } from 'react'

/** What this device does besides showing. It is off or on for the device, not for the person who is signed in. */
export type Feedback = 'pay_sound' | 'vibration' | 'hide_at_start'

const listeners = new Set<() => void>()
/** Vibration is how a phone in the hand says that it is done; a sound is for those who ask for it. */
const unset: Readonly<Record<Feedback, boolean>> = {
  pay_sound: false,
  vibration: true,
  hide_at_start: false,
}
const keyOf = (name: Feedback): string => `shirogane.${name}`

export function isFeedbackOn(name: Feedback): boolean {
  try {
    const stored = localStorage.getItem(keyOf(name))
    return stored === null ? unset[name] : stored === '1'
  } catch {
    return unset[name]
  }
}

export function setFeedback(name: Feedback, on: boolean): void {
  try {
    localStorage.setItem(keyOf(name), on ? '1' : '0')
  } catch {
    // Without storage everything stays as it is made.
  }
  for (const listener of listeners) listener()
}

export function useFeedback(name: Feedback): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isFeedbackOn(name),
    () => unset[name],
  )
}

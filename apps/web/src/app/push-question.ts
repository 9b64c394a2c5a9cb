import { askedKey, paidKey } from './install.ts'

const answeredKey = 'shirogane.push_asked'
/** Whoever has just answered one question is not asked the next. */
const questionsApartMs = 3_600_000

const listeners = new Set<() => void>()

/** Whether to ask for leave to ring: once, after the first payment, and where the browser would ask. */
export function isPushToAsk(): boolean {
  if (!('PushManager' in window) || Notification.permission !== 'default') return false
  try {
    const isTime = Date.now() - Number(localStorage.getItem(askedKey) ?? 0) > questionsApartMs
    return isTime && localStorage.getItem(paidKey) !== null && localStorage.getItem(answeredKey) === null
  } catch {
    return false
  }
}

export function notePushAsked(): void {
  try {
    localStorage.setItem(answeredKey, '1')
  } catch {
    // Without storage nobody is asked in the first place.
  }
  for (const listener of listeners) listener()
}

export function onPushAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { isAnyoneRung } from '../../worker/push.ts'
import { askedKey, paidKey } from './install.ts'

const answeredKey = 'shirogane.push_asked'
/** Kept under that name while an answer is on its way, which may be lost there. */
const begun = 'begun'
/** A reader who has just answered one question is not asked the next. */
const questionsApartMs = 3_600_000

const listeners = new Set<() => void>()

/** Whether to ask for leave to ring: once, after the first payment, and where the browser would ask. */
export function isPushToAsk(): boolean {
  if (!('PushManager' in window)) return false
  try {
    const isTime = Date.now() - Number(localStorage.getItem(askedKey) ?? 0) > questionsApartMs
    return isTime && localStorage.getItem(paidKey) !== null && isOpen()
  } catch {
    return false
  }
}

/** Permission that was given while the network was lost brings no notices yet: then the question is still open. */
function isOpen(): boolean {
  const answered = localStorage.getItem(answeredKey)
  return answered === begun
    ? Notification.permission !== 'denied' && !isAnyoneRung()
    : answered === null && Notification.permission === 'default'
}

export function notePushBegun(): void {
  write(begun)
}

export function notePushAsked(): void {
  write('1')
  for (const listener of listeners) listener()
}

function write(answered: string): void {
  try {
    localStorage.setItem(answeredKey, answered)
  } catch {
    // Without storage the question is not asked in the first place.
  }
}

export function onPushAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

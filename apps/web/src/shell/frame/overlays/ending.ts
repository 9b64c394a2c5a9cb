import type { EndReason } from '../../session/session.ts'

let ending: EndReason | null = null
let listener: ((reason: EndReason) => void) | null = null

/** A session ended: the listener that shows messages says so, or the first one that comes. */
export function noteEnd(reason: EndReason): void {
  if (listener === null) ending = reason
  else listener(reason)
}

/** Calls the listener at each end of a session; one that came before there was a listener is told to the first. */
export function onEnding(notify: (reason: EndReason) => void): () => void {
  if (ending !== null) notify(ending)
  ending = null
  listener = notify
  return () => (listener = null)
}

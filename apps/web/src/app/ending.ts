import type { EndReason } from '../lib/session.ts'

let ending: EndReason | null = null
let listener: ((reason: EndReason) => void) | null = null

/** A session ended: whoever can speak to the reader says so. */
export function noteEnd(reason: EndReason): void {
  if (listener === null) ending = reason
  else listener(reason)
}

/** Hears of endings, the last one included when it came before anybody listened. */
export function onEnding(tell: (reason: EndReason) => void): () => void {
  if (ending !== null) tell(ending)
  ending = null
  listener = tell
  return () => (listener = null)
}

import type { EndReason } from '../lib/session.ts'

let ending: EndReason | null = null
const listeners = new Set<(reason: EndReason) => void>()

/** A session ended: whoever can speak to the reader says so. */
export function noteEnd(reason: EndReason): void {
  if (listeners.size === 0) ending = reason
  for (const listener of listeners) listener(reason)
}

/** Hears of endings, the last one included when it came before anybody listened. */
export function onEnding(listener: (reason: EndReason) => void): () => void {
  if (ending !== null) listener(ending)
  ending = null
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { ApiError } from './api.ts'

/** Whether what came leaves open what became of an act: no answer, or that of a server that failed while it was at it. */
export function isUnclear(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isNetwork || error.status >= 500
}

/**
 * Whether the server has refused the act itself: the next try is another act, under another key. What says nothing of the
 * act, such as a proof that is asked for first or a pause, leaves it under its key, because an earlier sending whose answer
 * was lost may have done it.
 */
export function endsAct(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    !isUnclear(error) &&
    error.status !== 401 &&
    error.status !== 429 &&
    error.code !== 'STEP_UP_REQUIRED'
  )
}

/** The key that an act goes out under, and what makes it that act. */
export type KeptAct = { key: string; body: string }

const storageKey = (place: string) => `shirogane.act.${place}`
/** Where a browser refuses to store anything, or has no room: an act lives as long as its page then. */
const ofThisPage = new Map<string, KeptAct>()

/** The act of this place whose outcome is not known. */
export function keptAct(place: string): KeptAct | null {
  const known = ofThisPage.get(place)
  if (known) return known
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(place)) ?? 'null') as KeptAct | null
  } catch {
    return null
  }
}

/** Writes an act down before it is sent, for the whole tab. */
export function keepAct(place: string, act: KeptAct): void {
  try {
    sessionStorage.setItem(storageKey(place), JSON.stringify(act))
  } catch {
    ofThisPage.set(place, act)
  }
}

/** It is known what became of the act. */
export function forgetAct(place: string): void {
  ofThisPage.delete(place)
  try {
    sessionStorage.removeItem(storageKey(place))
  } catch {
    // There was nothing to forget.
  }
}

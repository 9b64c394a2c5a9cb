import type { Stage } from './stage.ts'

export interface Journey {
  title: string
  tell: (stage: Stage) => Promise<void>
  /** Told in a whole browser, whose devices install the app's service worker. */
  isWhole: boolean
}

const told: Journey[] = []

/**
 * One story, told to its end on a stage of its own: fresh phones and tills, but the same shop as its neighbours. Its browser
 * is the one without windows where there is such a one, and its devices have no service worker: both take as long again as
 * the story itself.
 */
export function journey(title: string, tell: Journey['tell']): void {
  told.push({ title, tell, isWhole: false })
}

/** The same in a whole browser and with the worker: where the network fails, a push comes or a window opens, and for a payment. */
export function wholeJourney(title: string, tell: Journey['tell']): void {
  told.push({ title, tell, isWhole: true })
}

/** The stories that were registered since the last call. */
export function takeJourneys(): Journey[] {
  return told.splice(0)
}

import type { Stage } from './stage.ts'

export interface Journey {
  title: string
  tell: (stage: Stage) => Promise<void>
}

const told: Journey[] = []

/** One story, told to its end on a stage of its own: fresh phones and tills, but the same shop as its neighbours. */
export function journey(title: string, tell: Journey['tell']): void {
  told.push({ title, tell })
}

/** The stories that were registered since the last call. */
export function takeJourneys(): Journey[] {
  return told.splice(0)
}

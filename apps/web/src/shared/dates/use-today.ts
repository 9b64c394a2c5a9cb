import { useSyncExternalStore } from 'react'
import { todayInTokyo } from './dates.ts'

/** Timers stand still while a device sleeps: none is set for midnight, the date is looked at now and then. */
const lookMs = 15_000

/** Today's date in Tokyo, for what stays on the screen over midnight. */
export function useToday(): string {
  return useSyncExternalStore(watchDate, todayInTokyo, todayInTokyo)
}

function watchDate(listener: () => void): () => void {
  const timer = setInterval(listener, lookMs)
  return () => clearInterval(timer)
}

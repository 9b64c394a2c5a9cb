import { limits } from '@shirogane/contract/rules/limits'
import { sessionState } from './session-state.ts'

let timer: ReturnType<typeof setInterval> | undefined
let releaseLead: (() => void) | null = null

/** Of several tabs one holds the lock and keeps the time; the others hear of each new token. */
export function keepTime(tick: () => void): void {
  if (timer !== undefined || releaseLead !== null) return
  if (typeof navigator === 'undefined' || !('locks' in navigator)) {
    startTimer(tick)
    return
  }
  const released = new Promise<void>((resolve) => {
    releaseLead = resolve
  })
  void navigator.locks.request('shirogane.lead', () => {
    // The lock may arrive after this tab has logged out.
    if (sessionState().status === 'guest') return
    startTimer(tick)
    return released
  })
}

function startTimer(tick: () => void): void {
  clearInterval(timer)
  timer = setInterval(tick, limits.refreshTimerMs)
}

export function stopTime(): void {
  clearInterval(timer)
  timer = undefined
  releaseLead?.()
  releaseLead = null
}

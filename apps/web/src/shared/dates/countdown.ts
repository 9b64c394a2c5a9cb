import { useEffect, useState } from 'react'

/**
 * Whole seconds until a moment of `Date.now()`; 0 once it has passed. The device's clock is asked once: people set it, and
 * what it said then is counted on by the one that only ever goes forward.
 */
export function useSecondsUntil(end: number): number {
  const [left, setLeft] = useState(() => secondsIn(end - Date.now()))
  useEffect(() => {
    const rest = end - Date.now()
    setLeft(secondsIn(rest))
    if (rest <= 0) return undefined
    let deadline = performance.now() + rest
    let hiddenSince = instant()
    const tick = () => {
      const next = secondsIn(deadline - performance.now())
      setLeft(next)
      if (next === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    const turned = () => {
      const at = instant()
      if (document.hidden) {
        hiddenSince = at
        return
      }
      // That one may have stood still while the device slept: the longer absence counts.
      deadline -= Math.max(0, at.date - hiddenSince.date - (at.clock - hiddenSince.clock))
      tick()
    }
    document.addEventListener('visibilitychange', turned)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turned)
    }
  }, [end])
  return left
}

const instant = () => ({ clock: performance.now(), date: Date.now() })

function secondsIn(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000))
}

import { useEffect, useState } from 'react'

/** Whole seconds until a moment of `Date.now()`; 0 once it has passed. */
export function useSecondsUntil(end: number): number {
  const [left, setLeft] = useState(() => secondsUntil(end))
  useEffect(() => {
    setLeft(secondsUntil(end))
    if (end <= Date.now()) return undefined
    const timer = setInterval(() => {
      const next = secondsUntil(end)
      setLeft(next)
      if (next === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return left
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
}

import { useEffect, useState } from 'react'

const restMs = 250

/** Plain data once it has rested for a moment, so that not every key asks the server. An emptied box rests at once. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(written) as T), written === '""' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [written])
  return rested
}

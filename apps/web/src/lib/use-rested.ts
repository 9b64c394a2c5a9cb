import { useEffect, useState } from 'react'

const searchDelayMs = 250

/** The typed text once it has rested for a moment, so that not every key asks the server. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

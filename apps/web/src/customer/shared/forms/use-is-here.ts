import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the reader is still where they asked for something. An answer that comes late does not lead them away from
 * the page that they are on by then: it may be the one with the pay code, held out at a register.
 */
export function useIsHere(): () => boolean {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}

import { useEffect } from 'react'
import { holdUpdate } from './updates.ts'

/** While `when`, the reader is not asked to load a new version: they are in the middle of something. */
export function useHoldUpdate(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined
    holdUpdate(1)
    return () => holdUpdate(-1)
  }, [when])
}

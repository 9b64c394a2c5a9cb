import { useEffect, useEffectEvent } from 'react'
import { addReader, expectReader, type Kept, type Reader } from './scanner.ts'

type Scanner = Pick<Reader, 'onScan' | 'onTyped'> & {
  /** A scanner typed something that is no whole code: it is nothing, and the person who held it should hear so. */
  onStray?: () => void
  /** What was typed before this was there, and how to take it back. Unless told otherwise its codes alone are read. */
  onKept?: (kept: Kept) => () => void
  isPaused?: boolean
  /** The page does not know yet where it stands: what is typed waits until it does. */
  isStarting?: boolean
}

/**
 * Hears a keyboard scanner on the whole page. In an input the first key goes through at once, so that typing never lags;
 * if it turns out to have been a scan, the input gets its old text back. On a busy page keys arrive late and in lumps: the
 * stamps that they bear decide what belongs together, and what was taken for typing meanwhile is taken back.
 */
export function useScanner({
  onScan,
  onTyped,
  onStray,
  onKept,
  isPaused = false,
  isStarting = false,
}: Scanner): void {
  const scanned = useEffectEvent(onScan)
  const typed = useEffectEvent(onTyped)
  const strayed = useEffectEvent(() => onStray?.())
  const deliver = useEffectEvent((kept: Kept) => {
    if (onKept !== undefined) return onKept(kept)
    for (const code of kept.codes) onScan(code)
    return () => {}
  })

  useEffect(() => {
    if (isStarting) return expectReader()
    return addReader({
      onScan: (code) => scanned(code),
      onTyped: (characters) => typed(characters),
      onStray: () => strayed(),
      onKept: (kept) => deliver(kept),
      isPaused,
    })
  }, [isPaused, isStarting])
}

/** Keeps what is typed for a reader that is still on its way. */
export function useKeysAhead(isComing: boolean): void {
  useEffect(() => (isComing ? expectReader() : undefined), [isComing])
}

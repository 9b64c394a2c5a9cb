import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRef } from 'react'
import { text } from '../text.ts'

/** So long a key may turn out to be the first of a scan. */
const restMs = 250
/** A clerk who types a whole word hears it once. */
const shownMs = 2_000

/** Says that figures are wanted, to a clerk who typed something else. Answers how to leave it unsaid. */
export function useFiguresOnly(): () => () => void {
  const toast = useToast()
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const timer = setTimeout(() => {
      const now = performance.now()
      if (now - saidAt.current < shownMs) return
      saidAt.current = now
      toast({ message: text.figuresOnly, kind: 'error', duration: shownMs })
    }, restMs)
    return () => clearTimeout(timer)
  }
}

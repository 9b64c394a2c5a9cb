import { useToast } from '@shirogane/ui/use-toast'
import { useEffect } from 'react'
import { onEnding } from './ending.ts'
import { text } from './text.ts'

/** Tells the reader, on whatever page they are, that their session has ended without them. */
export function EndingToast(): null {
  const toast = useToast()
  useEffect(
    () =>
      onEnding((reason) => {
        if (reason.startsWith('expired'))
          toast({ message: text.sessionExpired, kind: 'error', duration: 5_000 })
      }),
    [toast],
  )
  return null
}

import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect } from 'react'
import { onEnding } from './ending.ts'
import { text } from '../text.ts'

/** Notifies the reader, on the page that they are on, that their session has ended without their doing. */
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

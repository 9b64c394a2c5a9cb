import { useToast } from '@shirogane/ui/overlays/use-toast'
import { text } from './copy-text.ts'

/** Puts words on the clipboard, and says whether they are there: a browser may refuse, and has none over plain HTTP. */
export function useCopy(): (words: string) => Promise<void> {
  const toast = useToast()
  return async (words) => {
    try {
      await navigator.clipboard.writeText(words)
      toast(text.copied)
    } catch {
      toast({ message: text.failed, kind: 'error', duration: 5_000 })
    }
  }
}

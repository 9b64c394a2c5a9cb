import { useEffect, useEffectEvent, useState } from 'react'
import { isPayCode } from '../scanner/code.ts'

const typingPauseMs = 300

/**
 * The words in the field of a search whose address has them as `q`. What is typed is found once it rests; where the
 * address changes otherwise (a tab is pressed, the reader goes back), the field says what the list beside it was found
 * by.
 */
export function useTypedSearch(q: string, onFind: (words: string) => void) {
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    setShown(q)
    // The reader may have typed on since their own words were asked for.
    if (q !== asked) {
      setAsked(q)
      setTyped(q)
    }
  }
  // Only what is typed starts the clock anew.
  const find = useEffectEvent(() => {
    const words = typed.trim()
    // A scanner in the hand types a member's code: it is not what anything is called.
    if (words === q || isPayCode(typed)) return
    setAsked(words)
    onFind(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => find(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}

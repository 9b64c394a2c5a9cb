import { useEffect, useState } from 'react'
import { useSession } from '../../shell/session/session.ts'

let hasShone = false

/** The highlight crosses the plate of home once per visit of the app, not at each return to it. */
export function useFirstSheen(): boolean {
  const [shines] = useState(() => {
    const first = !hasShone
    hasShone = true
    return first
  })
  return shines
}

/** Whose rank was last in sight, and which. */
let seen: { id: string | undefined; rank: number } | undefined

/** Whether the rank has risen since it was last in sight: while this screen is open, or behind another one. */
export function useRise(rank = -1): boolean {
  const id = useSession().auth?.id
  const [before, setBefore] = useState(seen)
  useEffect(() => {
    if (rank < 0) return
    seen = { id, rank }
    setBefore((first) => (first?.id === id ? first : seen))
  }, [id, rank])
  return before?.id === id && rank > (before?.rank ?? rank)
}

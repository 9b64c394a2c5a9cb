import { createContext, useContext } from 'react'

export type Politeness = 'polite' | 'assertive'
export type Announce = (text: string, politeness?: Politeness) => void

export const AnnounceContext = createContext<Announce>(() => {
  throw new Error('useAnnounce needs <LiveRegions> at the root of the page')
})

/** Says a sentence to screen readers without showing it. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}

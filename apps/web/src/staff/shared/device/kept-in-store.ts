import type { Query } from '@tanstack/react-query'
import { useState } from 'react'

/** What a query is about: figures of one shop, or of one article, never stand where another one's are expected. */
type Subject = { store_id?: string | undefined; id?: string }

/**
 * For `placeholderData`: while the next page of a list or the next day of a shop loads, the one before stays on screen. With
 * another shop nothing does.
 */
export function keptInStore({ store_id, id }: Subject) {
  return <T>(previous: T | undefined, query: Pick<Query, 'queryKey'> | undefined): T | undefined => {
    const before = query?.queryKey[1] as Subject | undefined
    return before?.store_id === store_id && before?.id === id ? previous : undefined
  }
}

/**
 * The last value that was there, also of another shop: the choice of shops itself stays while another one's figures
 * load.
 */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

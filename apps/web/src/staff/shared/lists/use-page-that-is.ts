import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

type Asked = {
  query: UseQueryResult<{ items: readonly unknown[]; total: number }>
  page: number
  pageSize: number
  onPage: (page: number) => void
}

/**
 * A page can end while the reader is on it: its last row was decided, or the address is an old one. An empty page would
 * say that there is nothing at all, so the list goes back to the last one that there is. Answers whether one is on its
 * way.
 */
export function usePageThatIs({ query, page, pageSize, onPage }: Asked): boolean {
  const { data, isPlaceholderData } = query
  const total = data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / pageSize))
  const isEmpty = data?.items.length === 0 && (page > 1 || total > 0)
  // What stands in until the other page has come says nothing of it.
  const isGone = isEmpty && !isPlaceholderData && last < page
  const goBack = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (isGone) goBack()
  }, [isGone, last])
  return isGone || (isEmpty && isPlaceholderData)
}

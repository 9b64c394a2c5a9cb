import type { SkuCategory } from '@shirogane/contract/sku-terms'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const skusPageSize = 20

export type SkuListFilter = {
  query: string
  state: 'active' | 'ended' | 'all'
  category: SkuCategory | undefined
  page: number
}

export const skusQuery = ({ category, ...filter }: SkuListFilter) =>
  queryOptions({
    queryKey: ['skus.list', { ...filter, category }] as const,
    queryFn: ({ signal }) =>
      call('skus.list', {
        query: { ...filter, ...(category !== undefined && { category }), limit: skusPageSize },
        signal,
      }),
  })

export const skuQuery = (id: string) =>
  queryOptions({
    queryKey: ['skus.show', { id }] as const,
    queryFn: ({ signal }) => call('skus.show', { params: { id }, signal }),
  })

export const silverQuery = () =>
  queryOptions({
    queryKey: ['admin.silver', {}] as const,
    queryFn: ({ signal }) => call('admin.silver', { signal }),
  })

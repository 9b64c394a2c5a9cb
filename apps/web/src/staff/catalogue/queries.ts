import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import { ask } from '../../shell/queries/queries.ts'

export const skusPageSize = 20

export type SkuListFilter = {
  query: string
  state: 'active' | 'ended' | 'all'
  category: SkuCategory | undefined
  page: number
}

export const skusQuery = ({ category, ...filter }: SkuListFilter) =>
  ask('skus.list', {
    query: { ...filter, ...(category !== undefined && { category }), limit: skusPageSize },
  })

export const skuQuery = (id: string) => ask('skus.show', { params: { id } })

export const silverQuery = () => ask('admin.silver')

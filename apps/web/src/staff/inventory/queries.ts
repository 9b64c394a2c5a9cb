import type { StockFilter } from '@shirogane/contract/terms/stock-terms'
import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import { queryOptions } from '@tanstack/react-query'
import { ask, refetch } from '../../shell/queries/queries.ts'

export const stockPageSize = 20

/** Leaves out what was not asked for: the contract knows no empty values. */
function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

type ListFilter = {
  store: string | undefined
  query: string
  filter: StockFilter
  category: SkuCategory | undefined
  page: number
}
export const stockListQuery = ({ store, query, filter, category, page }: ListFilter) =>
  ask('inventory.list', {
    query: given({ store_id: store, category, query, filter, page, limit: stockPageSize }),
  })

export const stockQuery = (id: string, store?: string) =>
  ask('inventory.show', { params: { id }, query: given({ store_id: store }) })

export const movementsQuery = (id: string, store: string | undefined, page: number) =>
  ask('inventory.movements', {
    params: { id },
    query: given({ store_id: store, page, limit: stockPageSize }),
  })

export const deliveriesQuery = (store: string | undefined, page: number) =>
  ask('inventory.deliveries', {
    query: given({ store_id: store, page, limit: stockPageSize }),
  })

export const transfersQuery = (store: string | undefined, page: number) =>
  ask('inventory.transfers', {
    query: given({ store_id: store, page, limit: stockPageSize }),
  })

export const countsQuery = (store: string | undefined) =>
  ask('inventory.counts', { query: given({ store_id: store, limit: stockPageSize }) })

/** Others count at the same time: what they found shows within seconds. */
const countLiveMs = 5_000
export const countQuery = (id: string, isLive: boolean) =>
  queryOptions({
    ...ask('inventory.count', { params: { id } }),
    refetchInterval: isLive ? countLiveMs : false,
  })

export const reservationsQuery = (store: string | undefined) =>
  ask('inventory.reservations', { query: given({ store_id: store }) })

/** Asks anew for every figure of the stock, after articles were moved in any way. */
export function refetchStock(): void {
  refetch(
    'inventory.list',
    'inventory.show',
    'inventory.movements',
    'inventory.deliveries',
    'inventory.transfers',
    'inventory.counts',
    'inventory.count',
    'inventory.reservations',
    'skus.search',
  )
}

import type { StockFilter } from '@shirogane/contract/stock-terms'
import type { SkuCategory } from '@shirogane/contract/sku-terms'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { refetch } from '../../../lib/queries.ts'

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
  queryOptions({
    queryKey: ['inventory.list', { store, query, filter, category, page }] as const,
    queryFn: ({ signal }) =>
      call('inventory.list', {
        query: given({ store_id: store, category, query, filter, page, limit: stockPageSize }),
        signal,
      }),
  })

export const stockQuery = (id: string, store?: string) =>
  queryOptions({
    queryKey: ['inventory.show', { id, store }] as const,
    queryFn: ({ signal }) =>
      call('inventory.show', { params: { id }, query: given({ store_id: store }), signal }),
  })

export const movementsQuery = (id: string, store: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['inventory.movements', { id, store, page }] as const,
    queryFn: ({ signal }) =>
      call('inventory.movements', {
        params: { id },
        query: given({ store_id: store, page, limit: stockPageSize }),
        signal,
      }),
  })

export const deliveriesQuery = (store: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['inventory.deliveries', { store, page }] as const,
    queryFn: ({ signal }) =>
      call('inventory.deliveries', {
        query: given({ store_id: store, page, limit: stockPageSize }),
        signal,
      }),
  })

export const transfersQuery = (store: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['inventory.transfers', { store, page }] as const,
    queryFn: ({ signal }) =>
      call('inventory.transfers', {
        query: given({ store_id: store, page, limit: stockPageSize }),
        signal,
      }),
  })

export const countsQuery = (store: string | undefined) =>
  queryOptions({
    queryKey: ['inventory.counts', { store }] as const,
    queryFn: ({ signal }) =>
      call('inventory.counts', { query: given({ store_id: store, limit: stockPageSize }), signal }),
  })

/** Others count at the same time: what they found shows within seconds. */
const countLiveMs = 5_000
export const countQuery = (id: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['inventory.count', { id }] as const,
    queryFn: ({ signal }) => call('inventory.count', { params: { id }, signal }),
    refetchInterval: isLive ? countLiveMs : false,
  })

export const reservationsQuery = (store: string | undefined) =>
  queryOptions({
    queryKey: ['inventory.reservations', { store }] as const,
    queryFn: ({ signal }) => call('inventory.reservations', { query: given({ store_id: store }), signal }),
  })

/** Whatever moved goods, every figure of the stock is asked for anew. */
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

import type { BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'

export const buybacksPageSize = 20
export type BuybackStatus = 'all' | 'held' | 'awaits_bank' | 'stopped' | 'reversed'

export const buybacksQuery = (filter: { q: string; status: BuybackStatus; page: number }) =>
  ask('admin.buybacks', { query: { ...filter, limit: buybacksPageSize } })

/** Each reading stands on record, so nothing asks again by itself. */
export const buybackQuery = (id: string) =>
  queryOptions({
    ...ask('admin.buyback', { params: { id } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

export const quoteQuery = (items: readonly BuybackItemBody[]) =>
  queryOptions({ ...ask('admin.buybackQuote', { body: { items: [...items] } }), staleTime: 0, retry: false })

/** Each file stands on record, with its period. */
export async function saveBuybacksCsv(period: { from: string; until: string }): Promise<void> {
  const bytes = await call('admin.buybacksCsv', { query: period })
  saveBytes(bytes, `kobutsu_${period.from}_${period.until}.csv`)
}

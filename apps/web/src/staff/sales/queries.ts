import { queryOptions } from '@tanstack/react-query'
import { call, type Body, type QueryOf } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { keptInStore } from '../shared/device/kept-in-store.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'

export const salesPageSize = 20

/** What a search is narrowed to, as it stands in the address. Empty parts leave everything in. */
export type SalesFilter = {
  store_id: string
  date: string
  /** The last day where there are several; the first is `date`. */
  until: string
  amount_from: string
  amount_until: string
  employee_id: string
  skus: string
  q: string
}

/** What was kept or asked for without ranges has none. */
export const noRanges = { until: '', amount_from: '', amount_until: '' }

function queryOf({
  store_id,
  date,
  until,
  amount_from,
  amount_until,
  employee_id,
  skus,
  q,
}: SalesFilter): QueryOf<'transactions.searchCsv'> {
  return {
    ...(store_id !== '' && { store_id }),
    ...(date !== '' && (until === '' ? { date } : { from: date, until })),
    ...(amount_from !== '' && { amount_from }),
    ...(amount_until !== '' && { amount_until }),
    employee_id: employee_id === '' ? '全員' : employee_id,
    ...(skus !== '' && { skus }),
    ...(q !== '' && { q }),
  }
}

export const salesQuery = (filter: SalesFilter, page: number) =>
  queryOptions({
    ...ask('transactions.search', { query: { ...queryOf(filter), page, limit: salesPageSize } }),
    placeholderData: keptInStore({ store_id: filter.store_id || undefined }),
  })

export const colleaguesQuery = () =>
  queryOptions({ ...ask('admin.staffList', { query: {} }), staleTime: 5 * 60_000 })

/** An article by its id: the address of a search knows no name. */
export const skuQuery = (id: string) =>
  queryOptions({ ...ask('skus.show', { params: { id } }), staleTime: 5 * 60_000 })

/** What would go back where. It is asked again for every other choice, and never kept. */
export const planQuery = (body: Body<'transactions.refundPreview'>) =>
  queryOptions({ ...ask('transactions.refundPreview', { body }), staleTime: 0, gcTime: 0, retry: false })

/** The whole of what is found, as a file of the browser under a name that says the day. */
export async function saveSalesCsv(filter: SalesFilter): Promise<void> {
  const bytes = await call('transactions.searchCsv', { query: queryOf(filter) })
  saveBytes(
    bytes,
    `transactions_${filter.date === '' ? 'all' : [filter.date, filter.until].filter(Boolean).join('_')}.csv`,
  )
}

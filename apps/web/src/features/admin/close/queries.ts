import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const closesQuery = (asked: { store_id?: string; page: number }) =>
  queryOptions({
    queryKey: ['admin.dayCloses', asked] as const,
    queryFn: ({ signal }) => call('admin.dayCloses', { query: { ...asked, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })

export const reportQuery = (asked: { store_id?: string; from: string; until: string }) =>
  queryOptions({
    queryKey: ['admin.dayReport', asked] as const,
    queryFn: ({ signal }) => call('admin.dayReport', { query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export const suspectsQuery = (asked: { store_id: string; date: string; difference: number }) =>
  queryOptions({
    queryKey: ['admin.daySuspects', asked] as const,
    queryFn: ({ signal }) => call('admin.daySuspects', { query: asked, signal }),
  })

/** Whatever was done to a day shows on every page of it. */
export function useDayChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [
        'admin.day',
        'admin.daySuspects',
        'admin.dayCloses',
        'admin.dayReport',
        'transactions.registerTerms',
        // A close begins the next day of the shop.
        'users.employeeDetails',
      ].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  }
}

/** A sheet as a file of the browser. */
export async function saveSheet(
  name: 'admin.dayCsv' | 'admin.dayReportCsv',
  query: Record<string, string>,
  fileName: string,
): Promise<void> {
  const bytes = await call(name, { query: query as never })
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

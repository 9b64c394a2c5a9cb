import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shell/api/api.ts'
import { ask, refetched } from '../../shell/queries/queries.ts'
import { keptInStore } from '../shared/device/kept-in-store.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'

export const closesQuery = (asked: { store_id?: string; page: number }) =>
  queryOptions({
    ...ask('admin.dayCloses', { query: { ...asked, limit: 20 } }),
    placeholderData: keptInStore(asked),
  })

export const reportQuery = (asked: { store_id?: string; from: string; until: string }) =>
  queryOptions({ ...ask('admin.dayReport', { query: asked }), placeholderData: keptInStore(asked) })

export const suspectsQuery = (asked: { store_id: string; date: string; difference: number }) =>
  ask('admin.daySuspects', { query: asked })

/** Asks anew for every answer that shows the day, after anything was done to it. */
export function dayRefetched(): Promise<void> {
  return refetched(
    'admin.day',
    'admin.daySuspects',
    'admin.dayCloses',
    'admin.dayReport',
    'transactions.registerTerms',
    // A close begins the next day of the shop.
    'users.employeeDetails',
  )
}

/** A sheet as a file of the browser. */
export async function saveSheet(
  name: 'admin.dayCsv' | 'admin.dayReportCsv',
  query: Record<string, string>,
  fileName: string,
): Promise<void> {
  const bytes = await call(name, { query })
  saveBytes(bytes, fileName)
}

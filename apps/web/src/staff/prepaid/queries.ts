import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type QueryOf } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'

export type Period = QueryOf<'admin.prepaid'>

export const prepaidQuery = (period: Period) =>
  queryOptions({ ...ask('admin.prepaid', { query: period }), placeholderData: keepPreviousData })

/** The same book as a file of the browser, under a name that says the period. */
export async function savePrepaidCsv(period: { from: string; until: string }): Promise<void> {
  const bytes = await call('admin.prepaidCsv', { query: period })
  saveBytes(bytes, `prepaid_${period.from}_${period.until}.csv`)
}

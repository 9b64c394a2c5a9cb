import type { ActGroup } from '@shirogane/contract/terms/log-terms'
import { call } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'

export const logPageSize = 20

export type LogFilter = {
  group?: ActGroup
  store_id?: string
  employee_id?: string
  from?: string
  until?: string
}

export const logQuery = (filter: LogFilter, page: number) =>
  ask('admin.log', { query: { ...filter, page, limit: logPageSize } })

/** The same as a file. */
export async function saveLog(filter: LogFilter): Promise<void> {
  const bytes = await call('admin.logCsv', { query: filter })
  saveBytes(bytes, `log_${filter.from ?? 'all'}.csv`)
}

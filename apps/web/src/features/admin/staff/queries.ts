import { ask } from '../../../lib/queries.ts'

export const staffPageSize = 20

type Filter = { state: 'active' | 'stopped' | 'all'; q: string; page: number }

export const staffListQuery = (filter: Filter) =>
  ask('admin.staffList', { query: { ...filter, limit: staffPageSize } })

/** Everybody at this store, for a till that is handed on. */
export const colleaguesQuery = () => ask('admin.staffList')

import type { SavedSearch } from '@shirogane/contract/resources/sales/saved-searches'
import type { Db } from '../../../db/sql.ts'
import { listOwnSearches } from './saved-searches-store.ts'

export async function presentOwn(db: Db, employeeId: string): Promise<{ items: SavedSearch[] }> {
  const rows = await listOwnSearches(db, employeeId)
  return { items: rows.map(({ id, name, filter, found }) => ({ id, name, filter, count: found })) }
}

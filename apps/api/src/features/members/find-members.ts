import type { Db } from '../../db/sql.ts'
import { wantedOf } from './rules.ts'
import { listMembers } from './store.ts'

/** The newest few members who match what head office typed. */
export async function findMembers(
  db: Db,
  q: string,
  limit: number,
): Promise<{ id: string; username: string; name: string | null }[]> {
  const wanted = wantedOf(q)
  if (wanted === null) return []
  return listMembers(db, { wanted, stopped: false, store_id: null }, 0, limit)
}

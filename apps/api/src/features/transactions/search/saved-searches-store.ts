import type { SavedSearch } from '@shirogane/contract/resources/sales/saved-searches'
import type { Db, Row, Tx } from '../../../db/sql.ts'

type SavedRow = Row & { id: string; name: string; filter: SavedSearch['filter']; found: number }

export function listOwnSearches(db: Db, employeeId: string): Promise<SavedRow[]> {
  return db.rows<SavedRow>(
    'select id, name, filter, found from saved_searches where employee_id = $1 order by created_at desc, id desc',
    [employeeId],
    'saved-searches',
  )
}

/** One person's searches change one after another: two registers at a time would keep one too many. */
export async function lockOwnSearches(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 222))`, [employeeId])
}

type Kept = { id: string; employee_id: string; name: string; filter: object; count: number; at: Date }

/** Puts a condition that is kept already first again; a new name takes the place of the old one. */
export async function freshenSearch(tx: Tx, kept: Omit<Kept, 'id'>): Promise<boolean> {
  const touched = await tx.run(
    `update saved_searches set found = $3, created_at = $4, name = coalesce(nullif($5, ''), name)
     where employee_id = $1 and filter = $2::jsonb`,
    [kept.employee_id, JSON.stringify(kept.filter), kept.count, kept.at, kept.name],
  )
  return touched > 0
}

export async function insertSearch(tx: Tx, kept: Kept): Promise<boolean> {
  const made = await tx.run(
    `insert into saved_searches (id, employee_id, name, filter, found, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do nothing`,
    [kept.id, kept.employee_id, kept.name, JSON.stringify(kept.filter), kept.count, kept.at],
  )
  return made > 0
}

export async function nameSearch(db: Db, employeeId: string, id: string, name: string): Promise<boolean> {
  const touched = await db.run(
    'update saved_searches set name = $3 where id = $1 and employee_id = $2',
    [id, employeeId, name],
    'rename-search',
  )
  return touched > 0
}

export async function deleteSearch(db: Db, employeeId: string, id: string): Promise<boolean> {
  const touched = await db.run(
    'delete from saved_searches where id = $1 and employee_id = $2',
    [id, employeeId],
    'remove-search',
  )
  return touched > 0
}

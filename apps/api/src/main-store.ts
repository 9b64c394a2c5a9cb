import type { Db } from './db/sql.ts'

/** The seeding of the demo leaves this mark; nothing else does. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const row = await db.first(`select 1 as found from settings where key = 'demo' and value = 'true'::jsonb`)
  return row !== null
}

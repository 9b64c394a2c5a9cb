import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createDatabase()
})
afterAll(() => db.drop())

test('the ledger names its rows by the time and by chance: UUIDv7', async () => {
  const { rows } = await db.owner.query<{ id: string; at: number }>(
    `select ledger.new_id() as id, floor(extract(epoch from ledger.now()) * 1000)::float8 as at
     from generate_series(1, 1000)`,
  )
  const ids = rows.map(({ id }) => id)
  for (const { id, at } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at)
  }
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(1000)
})

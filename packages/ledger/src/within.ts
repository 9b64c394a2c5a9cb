import type pg from 'pg'
import type { Rows } from './act.ts'

/** The rows of a connection, as acts ask for them. */
export const rowsOf = (client: pg.ClientBase | pg.Pool): Rows => ({
  rows: async <T>(text: string, values?: readonly unknown[]) =>
    (await client.query(text, values && [...values])).rows as T[],
})

/** Does the work in one database transaction of a connection. */
export async function within<T>(client: pg.ClientBase, work: (db: Rows) => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const done = await work(rowsOf(client))
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The same on a connection of a pool. */
export async function withinPool<T>(pool: pg.Pool, work: (db: Rows) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await within(client, work)
  } finally {
    client.release()
  }
}

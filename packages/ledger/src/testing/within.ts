import type pg from 'pg'
import type { Rows } from '../act.ts'

/** The rows of a connection, as acts ask for them. */
export const rowsOf = (client: pg.ClientBase): Rows => ({
  rows: async <T>(text: string, values?: readonly unknown[]) =>
    (await client.query(text, values && [...values])).rows as T[],
})

/** Does the work in one database transaction of a connection, as the server does. */
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

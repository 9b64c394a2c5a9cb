import { database } from '@shirogane/testkit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '@shirogane/testkit/database'
import { openPool, transactor } from './sql.ts'

let data: TestDatabase

beforeAll(async () => {
  data = await database()
})
afterAll(() => data.close())

describe('a transaction whose connection ends', () => {
  test('fails by itself: the process lives on, and the next one has another connection', async () => {
    const pool = openPool({ url: data.serviceUrl, max: 1, name: 'test', onError: () => undefined })
    const transact = transactor(pool)
    const ended = transact(async (tx) => {
      const backend = await tx.first<{ pid: number }>('select pg_backend_pid() as pid')
      await data.query('select pg_terminate_backend($1)', [backend?.pid])
      // Between two statements nobody waits for an answer: the end is heard as an event alone.
      await data.query('select pg_sleep(0.1)')
      return tx.first('select 1 as one')
    })
    await expect(ended).rejects.toThrow(/terminat|not queryable/)
    expect(await transact((tx) => tx.first('select 2 as two'))).toEqual({ two: 2 })
    await pool.end()
  })
})

import { database } from '@shirogane/testkit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '@shirogane/testkit/database'
import { type Db, dbOf, openPool, type Row, transactor } from './sql.ts'

let data: TestDatabase

beforeAll(async () => {
  data = await database()
})
afterAll(() => data.close())

describe('a table that got a column from a newer version', () => {
  test('answers on every connection, alone and within a transaction', async () => {
    const pool = openPool({ url: data.serviceUrl, max: 3, name: 'test', onError: () => undefined })
    const transact = transactor(pool)
    const read = (db: Db) => db.first<Row>('select * from levels where level_index = 0', [], 'level')
    const everywhere = (ask: () => Promise<Row | null>) => Promise.all([ask(), ask(), ask()])
    const inTransaction = () => transact(read)
    await everywhere(inTransaction)
    await data.query('alter table levels add column of_newer_version int')
    try {
      for (const row of await everywhere(inTransaction)) expect(row).toHaveProperty('of_newer_version')
      await data.query('alter table levels rename column of_newer_version to of_newest_version')
      for (const row of await everywhere(() => read(dbOf(pool))))
        expect(row).toHaveProperty('of_newest_version')
    } finally {
      await data.query(
        'alter table levels drop column if exists of_newer_version, drop column if exists of_newest_version',
      )
      await pool.end()
    }
  })
})

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

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
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
      // Between two statements no answer is waited for: the end is heard as an event alone.
      await data.query('select pg_sleep(0.1)')
      return tx.first('select 1 as one')
    })
    await expect(ended).rejects.toThrow(/terminat|not queryable/)
    expect(await transact((tx) => tx.first('select 2 as two'))).toEqual({ two: 2 })
    await pool.end()
  })
})

test('a database that dies in the moment it lets somebody in is an error of the one who asked', async () => {
  // Both messages in one piece, as a server sends them whose postmaster has just been killed.
  const farewell = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(farewell.length + 4)
  const piece = Buffer.concat([
    Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
    Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
    Buffer.from('E'),
    length,
    farewell,
  ])
  const server = createServer((socket) => socket.once('data', () => socket.end(piece))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = openPool({
    url: `postgres://somebody:nothing@127.0.0.1:${port}/none`,
    max: 1,
    name: 'a test',
    onError: () => undefined,
  })
  await expect(transactor(pool)((tx) => tx.run('select 1'))).rejects.toThrow(/terminat|not queryable/)
  await pool.end()
  server.close()
})

import { database, type TestDatabase } from '@shirogane/testkit/database'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'

/** The shape of a database and what was applied to it, as one value to compare. */
const shapeOf = (data: TestDatabase) =>
  data.query<{ shape: string }>(
    `select string_agg(table_schema || '.' || table_name, ' ' order by table_schema, table_name)
       || coalesce((select string_agg(name || applied_at, ' ' order by name) from schema_migrations), '') as shape
     from information_schema.tables where table_schema in ('public', 'ledger')`,
  )

describe('a database of ours', () => {
  let data: TestDatabase
  beforeAll(async () => {
    data = await database()
  })
  afterAll(() => data.close())

  test('that is up to date is left as it is, also by several that start together', async () => {
    const before = await shapeOf(data)
    const said: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate(data.url, (line) => said.push(line))))
    expect(said).toEqual([])
    expect(await shapeOf(data)).toEqual(before)
  })

  test('is given the functions anew while somebody who holds one table waits for another', async () => {
    await data.query(`alter database ${new URL(data.url).pathname.slice(1)} set deadlock_timeout = '2s'`)
    await data.query(`update schema_migrations set hash = 'x' where name = 'ledger-functions'`)
    const somebody = new Client({ connectionString: data.url })
    await somebody.connect()
    // Whoever looks after two seconds is the one that is ended; this side never looks.
    await somebody.query(`set deadlock_timeout = '10min'`)
    await somebody.query('begin')
    await somebody.query('lock table ledger.outbox in row exclusive mode')
    const migrating = migrate(data.url)
    await expect
      .poll(() =>
        data.query(`select 1 from pg_locks where relation = 'ledger.outbox'::regclass and not granted`),
      )
      .toHaveLength(1)
    await somebody.query('lock table ledger.idempotency in row exclusive mode')
    await somebody.query('commit')
    await somebody.end()
    await migrating
    expect(
      await data.query(`select 1 from schema_migrations where name = 'ledger-functions' and hash <> 'x'`),
    ).toHaveLength(1)
  })

  test('is given the functions anew while somebody holds a table for longer than a lock is waited for', async () => {
    await data.query(`update schema_migrations set hash = 'x' where name = 'ledger-functions'`)
    const waiters = async () => {
      const rows = await data.query<{ since: string }>(
        `select xact_start::text as since from pg_stat_activity a join pg_locks l using (pid)
         where l.relation = 'ledger.outbox'::regclass and not l.granted`,
      )
      return rows.map(({ since }) => since)
    }
    const somebody = new Client({ connectionString: data.url })
    await somebody.connect()
    await somebody.query('begin; lock table ledger.outbox in row exclusive mode')
    const migrating = migrate(data.url)
    try {
      await expect.poll(waiters).toHaveLength(1)
      const [first] = await waiters()
      await expect.poll(waiters, { timeout: 20_000 }).toEqual([expect.not.stringMatching(`^${first}$`)])
    } finally {
      await somebody.end()
      await migrating
    }
    expect(
      await data.query(`select 1 from schema_migrations where name = 'ledger-functions' and hash <> 'x'`),
    ).toHaveLength(1)
  }, 40_000)

  // Tables are taken by these statements as the acts take them that they stand for.
  const useApproval = `select ledger.use_approval(gen_random_uuid(), 'void', gen_random_uuid(), 1, '{}', gen_random_uuid())`
  const takeKey = 'lock table ledger.idempotency in row exclusive mode'
  const agree = `select ledger.approve_cashout(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), null, '', true)`
  test.each([
    ['a void that uses an approval up', useApproval, takeKey],
    ['a payment that uses an approval up', takeKey, useApproval],
    ['a decision that is told', 'update approvals set note = note', 'delete from ledger.outbox where false'],
    ['a cash-out that is agreed to', agree, takeKey],
    ['a change of staff', 'update employees set name = name', 'update approvals set note = note'],
  ])('is given the functions anew without a circle around %s', async (_, first, second) => {
    const name = new URL(data.url).pathname.slice(1)
    // Only the act looks for a circle, and so is what ends if there is one.
    await data.query(`alter database ${name} set deadlock_timeout = '10min'`)
    await data.query(`update schema_migrations set hash = 'x' where name = 'ledger-functions'`)
    const act = new Client({ connectionString: data.url })
    await act.connect()
    await act.query(`set deadlock_timeout = '10ms'`)
    await act.query('begin')
    await act.query(first)
    const migrating = migrate(data.url)
    try {
      await expect
        .poll(() => data.query('select 1 from pg_locks where not granted and relation is not null'))
        .toHaveLength(1)
      await act.query(second)
      await act.query('commit')
    } finally {
      await act.end()
      await migrating
    }
  })

  test('that a newer version has changed is refused by that version’s name', async () => {
    await data.query(`insert into schema_migrations (name, hash) values ('9999-tomorrow.sql', 'x')`)
    await expect(migrate(data.url)).rejects.toThrow(
      /^The database was changed by a newer version \(9999-tomorrow\.sql\)\. Start that version, or restore a backup/,
    )
    await data.query(`delete from schema_migrations where name = '9999-tomorrow.sql'`)
  })

  test('is refused when a migration was edited after it had been applied', async () => {
    const [first] = await data.query<{ name: string }>('select min(name) as name from schema_migrations')
    await data.query(`update schema_migrations set hash = 'x' where name = $1`, [first!.name])
    await expect(migrate(data.url)).rejects.toThrow(
      `Migration ${first!.name} was edited after it had been applied. Undo the edit and write a new migration instead.`,
    )
  })
})

describe('a database of somebody else', () => {
  let data: TestDatabase
  beforeAll(async () => {
    data = await database({ isEmpty: true })
  })
  afterAll(() => data.close())

  test('is refused in one sentence and left as it was', async () => {
    await data.query('create table their_orders (id int)')
    await expect(migrate(data.url)).rejects.toThrow(
      'The database already holds tables of something else. Point DATABASE_URL at an empty database.',
    )
    const tables = await data.query(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables).toEqual([{ name: 'public.their_orders' }])
  })

  test.each([
    ['with a table of migrations too', 'create table schema_migrations (version text primary key)'],
    ['in a schema of its own', 'create schema app create table customers (id int)'],
  ])('is known %s', async (_, sql) => {
    const other = await database({ isEmpty: true })
    await other.query(sql)
    await expect(migrate(other.url)).rejects.toThrow('already holds tables of something else')
    await other.close()
  })
})

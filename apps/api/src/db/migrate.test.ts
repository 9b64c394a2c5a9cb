import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** A folder of migrations of a test's own. */
function folderOf(files: Record<string, string>): URL {
  const folder = new URL(`${pathToFileURL(mkdtempSync(join(tmpdir(), 'shirogane-migrations-'))).href}/`)
  for (const [name, sql] of Object.entries(files)) writeFileSync(new URL(name, folder), sql)
  return folder
}

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

  test('is given a migration while somebody who holds one table waits for another', async () => {
    await data.query(`alter database ${new URL(data.url).pathname.slice(1)} set deadlock_timeout = '2s'`)
    const folder = folderOf({
      '0001-two-tables.sql': `-- Takes one table after the other, as a movement takes them the other way round.
        alter table ledger.idempotency add column one text;
        alter table ledger.outbox add column two text;`,
    })
    const somebody = new Client({ connectionString: data.url })
    await somebody.connect()
    // The side that looks for a deadlock, after two seconds, is the one that is ended; this side never looks.
    await somebody.query(`set deadlock_timeout = '10min'`)
    await somebody.query('begin')
    await somebody.query('lock table ledger.outbox in row exclusive mode')
    const migrating = migrate(data.url, undefined, folder)
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
      await data.query(`select 1 from schema_migrations where name = '0001-two-tables.sql'`),
    ).toHaveLength(1)
    await data.query(`delete from schema_migrations where name = '0001-two-tables.sql'`)
  })

  test('is given a migration while somebody holds a table for longer than a lock is waited for', async () => {
    const folder = folderOf({
      '0001-one-table.sql': `-- Waits for a lock, and begins again.
        alter table ledger.outbox add column three text;`,
    })
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
    const migrating = migrate(data.url, undefined, folder)
    try {
      await expect.poll(waiters).toHaveLength(1)
      const [first] = await waiters()
      await expect.poll(waiters, { timeout: 20_000 }).toEqual([expect.not.stringMatching(`^${first}$`)])
    } finally {
      await somebody.end()
      await migrating
    }
    expect(
      await data.query(`select 1 from schema_migrations where name = '0001-one-table.sql'`),
    ).toHaveLength(1)
    await data.query(`delete from schema_migrations where name = '0001-one-table.sql'`)
  }, 40_000)

  // Tables are taken by these statements as the acts take them that they stand for.
  const useApproval = `select ledger.use_approval(gen_random_uuid(), 'void', gen_random_uuid(), 1, '{}', gen_random_uuid())`
  const takeKey = 'lock table ledger.idempotency in row exclusive mode'
  const agree = `select ledger.hold_approve_cashout(jsonb_build_object('actor_id', gen_random_uuid(), 'key', 'a-key',
    'session_id', gen_random_uuid(), 'route', 'cashout', 'request_hash', '', 'transaction_id', gen_random_uuid()))`
  test.each([
    ['a void that uses an approval up', useApproval, takeKey],
    ['a payment that uses an approval up', takeKey, useApproval],
    ['a decision that is told', 'update approvals set note = note', 'delete from ledger.outbox where false'],
    ['a cash-out that is agreed to', agree, takeKey],
    ['a change of staff', 'update employees set name = name', 'update approvals set note = note'],
  ])('is given the functions anew in the middle of %s, without waiting for it', async (_, first, second) => {
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    const act = new Client({ connectionString: data.url })
    await act.connect()
    await act.query('begin')
    await act.query(first)
    try {
      // No table is locked by it, so that it ends while the act is under way.
      await migrate(data.url)
      await act.query(second)
      await act.query('commit')
    } finally {
      await act.end()
    }
    expect(
      await data.query(`select 1 from schema_migrations where name = 'functions' and hash <> 'x'`),
    ).toHaveLength(1)
  })

  test('that a newer version has changed is refused by that version’s name', async () => {
    await data.query(`insert into schema_migrations (name, hash) values ('9999-tomorrow.sql', 'x')`)
    await expect(migrate(data.url)).rejects.toThrow(
      /^The database was changed by a newer version \(9999-tomorrow\.sql\)\. Start that version, or restore a backup/,
    )
    await data.query(`delete from schema_migrations where name = '9999-tomorrow.sql'`)
  })

  test('is refused when a migration was edited after it had been applied', async () => {
    const name = '0001-add-nothing.sql'
    await migrate(data.url, undefined, folderOf({ [name]: '-- Adds nothing.' }))
    await expect(migrate(data.url, undefined, folderOf({ [name]: '-- Adds something.' }))).rejects.toThrow(
      `Migration ${name} was edited after it had been applied. Undo the edit and write a new migration instead.`,
    )
    await data.query(`delete from schema_migrations where name = $1`, [name])
  })

  test('is refused when a schema file was edited after it had been made', async () => {
    const [known] = await data.query<{ hash: string }>(
      `select hash from schema_migrations where name = 'baseline'`,
    )
    await data.query(`update schema_migrations set hash = 'x' where name = 'baseline'`)
    await expect(migrate(data.url)).rejects.toThrow(
      /^A schema file was edited .*\. Undo the edit and write a migration instead/,
    )
    await data.query(`update schema_migrations set hash = $1 where name = 'baseline'`, [known!.hash])
  })

  test('that is older than the baseline is refused, and said to be made anew', async () => {
    await data.query(`update schema_migrations set name = '0001-people.sql' where name = 'baseline'`)
    await expect(migrate(data.url)).rejects.toThrow(
      /^The database is older than the baseline of this version, .*: make it anew/,
    )
    await data.query(`update schema_migrations set name = 'baseline' where name = '0001-people.sql'`)
  })
})

test('an empty database is given the baseline and then the migrations, and a second time nothing', async () => {
  const empty = await database({ isEmpty: true })
  const folder = folderOf({
    '0002-second.sql': '-- Needs the first.\nalter table ledger.outbox drop column first;',
    '0001-first.sql': '-- Comes first.\nalter table ledger.outbox add column first text;',
  })
  try {
    const said: string[] = []
    await migrate(empty.url, (line) => said.push(line), folder)
    await migrate(empty.url, (line) => said.push(line), folder)
    expect(said).toEqual(['Making the tables', 'Applying 0001-first.sql', 'Applying 0002-second.sql'])
    expect(await empty.query('select name from schema_migrations order by name')).toEqual(
      ['0001-first.sql', '0002-second.sql', 'baseline', 'functions'].map((name) => ({ name })),
    )
  } finally {
    await empty.close()
  }
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

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import { readBaseline, readFunctions, readMigrations, readSchema } from '@shirogane/api/db/schema-files'
import { database } from '@shirogane/testkit/database'
import { describe, expect, test } from 'vitest'
import { root } from '../environment.ts'
import { keepingOffences } from './retention.ts'
import { schemaPages } from './schema-pages.ts'
import { offencesOf, type SchemaSources } from './schema-rules.ts'
import { readSource } from '../code/sources.ts'

const sources = async (): Promise<SchemaSources> => ({
  schema: await readSchema(),
  functions: await readFunctions(),
  migrations: await readMigrations(),
})

test('each table and each function stands in one file, as it is now: offencesOf says what to do', async () => {
  expect(offencesOf(await sources())).toEqual([])
})

test('each table says beside it how long its rows are kept and what the application may do: keepingOffences says how', async () => {
  const { schema, migrations } = await sources()
  expect(keepingOffences(schema, migrations)).toEqual([])
})

test('the ledger removes its short-lived rows after the time that their tables say: tidy.sql', async () => {
  const { schema } = await sources()
  const said = schema.flatMap(({ sql }) =>
    [...sql.matchAll(/^-- Keep ([\w.]+) for (.+?) by ledger\.tidy /gm)].map(
      ([, table, kept]) => `${table} ${kept}`,
    ),
  )
  const done = readSource('packages/ledger/src/tidy.sql').matchAll(
    /delete from ([\w.]+) where [^;]*? < now\(\) - interval '([^']+)'/g,
  )
  expect(said.toSorted()).toEqual([...done].map(([, table, kept]) => `${table} ${kept}`).toSorted())
})

test('every file of tables or functions is loaded: add it to the list', async () => {
  const { schema, functions } = await sources()
  const listed = [...schema, ...functions].map(({ name }) => name)
  const there = ['apps/api/schema', 'packages/ledger/schema', 'packages/ledger/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => `${folder}/${file}`),
  )
  expect(there.toSorted()).toEqual(listed.toSorted())
})

test('a released baseline stays as it was: undo the edit of the schema file and write a migration', async () => {
  const { hash } = JSON.parse(readSource('apps/api/schema/released.json')) as { hash: string | null }
  // Null as long as there is no release; the first one writes what this expects.
  const baseline = await readBaseline()
  expect(hash ?? baseline.hash).toBe(baseline.hash)
})

test('the documents of the schema are up to date: npm run gen', async () => {
  const fresh = await database({ isEmpty: true })
  try {
    await migrate(fresh.url)
    for (const [file, content] of Object.entries(await schemaPages(fresh.url)))
      expect(readSource(file), file).toBe(content)
  } finally {
    await fresh.close()
  }
})

describe('offencesOf names', () => {
  const good: SchemaSources = {
    schema: [{ name: 'a.sql', sql: '-- drop table is a word here\ncreate table a (id int);' }],
    functions: [
      {
        name: 'f.sql',
        sql: 'create or replace function f() returns int as $$ drop table a $$ language sql;',
      },
    ],
    migrations: [{ name: '0001-b.sql', sql: '-- Why.\nalter table a add column b int;' }],
  }
  const planted: [what: string, change: Partial<SchemaSources>, says: RegExp][] = [
    [
      'a function that a migration defines',
      { migrations: [{ name: '0001-b.sql', sql: '-- Why.\ncreate or replace function f() returns int' }] },
      /^0001-b\.sql says "create or replace function f": .* stands in its file alone/,
    ],
    [
      'a migration without a reason',
      { migrations: [{ name: '0001-b.sql', sql: 'alter table a add column b int;' }] },
      /^0001-b\.sql has no reason/,
    ],
    [
      'a function that two files define',
      { functions: [...good.functions, { name: 'g.sql', sql: 'create function f() returns int' }] },
      /^f stands in f\.sql and g\.sql/,
    ],
    [
      'a table that two files define',
      { schema: [...good.schema, { name: 'b.sql', sql: 'create unlogged table a (id int)' }] },
      /^a stands in a\.sql and b\.sql/,
    ],
    [
      'what a schema file takes back',
      { schema: [...good.schema, { name: 'b.sql', sql: 'drop trigger if exists t on a;' }] },
      /^b\.sql says "drop trigger": .* write what is there in the end/,
    ],
    [
      'a function in a schema file',
      { schema: [...good.schema, { name: 'b.sql', sql: 'create function g() returns int' }] },
      /^b\.sql defines a function/,
    ],
    [
      'a trigger in a file of functions',
      {
        functions: [
          ...good.functions,
          { name: 'g.sql', sql: 'create or replace trigger t before insert on a' },
        ],
      },
      /^g\.sql says "create or replace trigger", which takes its table/,
    ],
  ]
  test('nothing where all is well', () => {
    expect(offencesOf(good)).toEqual([])
  })
  test.each(planted)('%s', (_, change, says) => {
    expect(offencesOf({ ...good, ...change })).toEqual([expect.stringMatching(says)])
  })
})

describe('keepingOffences names', () => {
  const grant = 'grant select on a to shirogane_app;'
  const good = `create table a (id int);\n-- Keep a as books\n${grant}`
  const planted: [what: string, sql: string, says: RegExp][] = [
    [
      'a table that does not say how long it keeps its rows',
      `create table a (id int);\n${grant}`,
      /^a\.sql does not say how long a keeps its rows: write "-- Keep a as \.\.\." \(books, .*npm run gen$/,
    ],
    [
      'a table that does not say what the application may do',
      'create table a (id int);\n-- Keep a as brand',
      /^a\.sql does not say what the application may do to a: write "grant select on a /,
    ],
    [
      'a class that there is none of',
      good.replace('books', 'bookss'),
      /^a\.sql says "Keep a as bookss", which is none of the forms/,
    ],
    [
      'a time of which nothing says when it is over',
      good.replace('as books', 'for 2 days (the law): it'),
      /none of the forms/,
    ],
    [
      'a table that stands elsewhere',
      `${good}\n-- Keep b as books`,
      /^a\.sql says how long b keeps its rows, which stands elsewhere/,
    ],
    ['two sentences of one table', `${good}\n-- Keep a as brand`, /^a\.sql says twice how long a keeps/],
    [
      'a table that is kept with none',
      good.replace('as books', 'with c'),
      /^a is kept with c, which is no table/,
    ],
    [
      'books of which rows may be removed',
      good.replace('select', 'select, delete'),
      /^a is kept as books, which nothing removes: take "delete" out of its grant/,
    ],
    [
      'rows that go and may not be removed',
      good.replace('as books', 'for 2 days from at (the law): it'),
      /^a loses its rows in the round of each day: add "delete" to its grant/,
    ],
  ]
  test('nothing where all is well', () => {
    expect(keepingOffences([{ name: 'a.sql', sql: good }], [])).toEqual([])
  })
  test('nothing where a migration says it anew', () => {
    const anew = {
      name: '0001-keep.sql',
      sql: '-- Keep a for 2 days (the law): it\n--   over: r.at < now()\n--   emptied: id = null',
    }
    expect(keepingOffences([{ name: 'a.sql', sql: good }], [anew])).toEqual([])
  })
  test.each(planted)('%s', (_, sql, says) => {
    const found = keepingOffences([{ name: 'a.sql', sql }], [])
    expect(found).toContainEqual(expect.stringMatching(says))
  })
})

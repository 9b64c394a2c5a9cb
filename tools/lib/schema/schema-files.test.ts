import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import { readBaseline, readFunctions, readMigrations, readSchema } from '@shirogane/api/db/schema-files'
import { database } from '@shirogane/testkit/database'
import { describe, expect, test } from 'vitest'
import { root } from '../environment.ts'
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

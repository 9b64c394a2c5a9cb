// What the server and the ledger ask of the database, described by the database itself: nothing is executed.
import { openPool } from '@shirogane/api/db/sql'
import { database, type TestDatabase } from '@shirogane/testkit/database'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { misfits } from './lib/queries/compare.ts'
import { describer } from './lib/queries/describe.ts'
import { readQueries } from './lib/queries/read.ts'
import { Sources } from './lib/queries/sources.ts'
import { projectFiles, readSource } from './lib/code/sources.ts'

let data: TestDatabase
let pool: pg.Pool
let client: pg.PoolClient
let describeText: Awaited<ReturnType<typeof describer>>

beforeAll(async () => {
  data = await database()
  pool = openPool({ url: data.serviceUrl, max: 1, name: 'queries', onError: () => undefined })
  client = await pool.connect()
  describeText = await describer(client)
})
afterAll(async () => {
  client.release()
  await pool.end()
  await data.close()
})

test('every statement that the source spells out is one that the database takes, and answers what its row type says', async () => {
  const files = projectFiles().filter((file) => file.endsWith('.ts'))
  const asking = files.filter(
    (file) => /^(?:apps\/api|packages\/ledger)\/src\//.test(file) && !file.endsWith('.test.ts'),
  )
  const sources = new Sources(files, readSource)
  const { queries, built } = readQueries(
    sources,
    // Reading a file takes longer than looking whether it asks anything.
    asking.filter((file) => /\.(?:rows|first|run|query)\b/.test(readSource(file))),
  )
  const wrong: string[] = []
  for (const query of queries) {
    const found = misfits(query, await describeText(query.text))
    wrong.push(...found.map((misfit) => `${query.where} ${misfit}`))
  }
  const compared = queries.filter(({ row }) => row !== null && typeof row !== 'string')
  const isRead = ({ row }: { row: unknown }) => typeof row === 'string'
  const reasons = Map.groupBy(queries.filter(isRead), ({ row }) => String(row))
  process.stdout.write(
    [
      `${queries.length} statements described by the database, ${compared.length} of them compared with a row type.`,
      ...[...reasons].map(([reason, { length }]) => `${length} not compared: ${reason}.`),
      `${queries.length - compared.length - queries.filter(isRead).length} not compared: no column is read by a type.`,
      `${built.length} not described: the text is put together as the program runs.`,
      '',
    ].join('\n'),
  )
  expect(wrong).toEqual([])
  // As many as there are: a statement that goes takes the figure down with it, a reader that no longer reads does not.
  expect(queries.length).toBeGreaterThanOrEqual(899)
  expect(compared.length).toBeGreaterThanOrEqual(516)
})

describe('a planted error is found', () => {
  /** What is wrong in a file of the server that has this text, beside a file of its own types. */
  async function found(text: string): Promise<string[]> {
    const files = new Map([
      ['apps/api/src/store.ts', `import { columns, type Status } from './words.ts'\n${text}`],
      [
        'apps/api/src/words.ts',
        `export const columns = ['id', 'number'].join(', ')\nexport type Status = 'open' | 'done'`,
      ],
    ])
    const { queries } = readQueries(new Sources([...files.keys()], (file) => files.get(file)!), [
      'apps/api/src/store.ts',
    ])
    expect(queries).toHaveLength(1)
    return misfits(queries[0]!, await describeText(queries[0]!.text))
  }

  test('nothing where all is well, by whichever way the type is told', async () => {
    const fine = [
      'db.first<{ id: string; name: string }>(`select id, name from stores`)',
      "db.rows<Row & { id: string; number: string }>(`select ${columns} from contacts where status = $1`, ['open'])",
      "type Base = { id: string }\ninterface Whole extends Base { status: Status; at: Date | null }\nconst f = (db: Db): Promise<Whole | null> => db.first('select id, status, created_at as at from contacts')",
      "db.first<Pick<{ id: string; n: number; x: Date }, 'id' | 'n'>>('select id, 1 as n from stores')",
      "db.first<{ id?: string; at: string }>('select current_date as at')",
      "db.rows<{ ids: readonly string[]; facts: { a: number }[] }>(`select array_agg(id) as ids, '[]'::jsonb as facts from stores`)",
      "client.query<{ n: string; d: Date }>('select count(*) as n, current_date as d from stores')",
      "const of = (where: string) => `select id from stores where ${where}`\ndb.first<{ id: string }>(of('id = $1'), [id])",
    ]
    for (const text of fine) expect(await found(text), text).toEqual([])
  })

  test('a column of another name', async () => {
    expect(await found('db.first<{ id: string; title: string }>(`select id, name from stores`)')).toEqual([
      'the type reads title, which it does not answer',
    ])
  })

  test('a column of another type', async () => {
    expect(await found('db.rows<{ n: string }>(`select count(*) as n from stores`)')).toEqual([
      'n is int8 and comes as number, but the type says string',
    ])
    expect(await found('db.rows<{ day: Date }>(`select current_date as day`)')).toEqual([
      'day is date and comes as string, but the type says date',
    ])
    expect(await found('db.rows<{ rate: number }>(`select 0.1::numeric as rate`)')).toEqual([
      'rate is numeric and comes as string, but the type says number',
    ])
    expect(await found('db.rows<{ sums: number[] }>(`select array_agg(1::bigint) as sums`)')).toEqual([
      'sums is int8[] and comes as array of string, but the type says array of number',
    ])
  })

  test('a column that its table does not have', async () => {
    expect(await found('db.run(`update stores set nme = 1`)')).toEqual([
      'the database refuses it: column "nme" of relation "stores" does not exist',
    ])
  })

  test('more values than it wants', async () => {
    expect(await found("db.run('select from stores where id = $1', [id, name])")).toEqual([
      'it wants 1 values and is given 2',
    ])
  })

  test('a name that hides a constant is not taken for it', () => {
    const text = "const id = 'id'\nconst f = (db: Db, id: string) => db.first(`select ${id} from stores`)"
    const reading = readQueries(new Sources(['a.ts'], () => text), ['a.ts'])
    expect(reading).toEqual({ queries: [], built: ['a.ts:2'] })
  })
})

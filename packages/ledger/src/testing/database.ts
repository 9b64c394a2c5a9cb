import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../../../apps/api/src/db/migrate.ts'
import { readBaseline, readMigrations } from '../../../../apps/api/src/db/schema-files.ts'

/** One maker of the template at a time, however many test files start together. */
const templateLock = 7_165_900

export type TestDatabase = {
  /** Signs in as the owner of everything, with no rule of PostgreSQL to stop it: what remains are our own. */
  owner: pg.Pool
  /** What the application may do and no more. */
  app: pg.Pool
  name: string
  url: string
  /** Another pool of the application, as another process would have. */
  openPool(max?: number, options?: string): pg.Pool
  /** A second database with everything in it, on which a test may break what it likes. */
  copy(): Promise<TestDatabase>
  drop(): Promise<void>
}

/** A database of one's own, cloned from a template that is made once for each text of the schema and the functions. */
export async function createDatabase(): Promise<TestDatabase> {
  return clone(await template())
}

async function template(): Promise<string> {
  const texts = [await readBaseline(), ...(await readMigrations())].map(({ sql }) => sql)
  const hash = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
  const name = `ledger_template_${hash}`
  await asOwner('postgres', async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const making = `${name}_${randomUUID().slice(0, 8)}`
    await client.query(`create database ${making}`)
    await migrate(urlOf(making))
    await client.query(`alter database ${making} rename to ${name}`)
  })
  return name
}

async function clone(source: string): Promise<TestDatabase> {
  const name = `ledger_${randomUUID().replaceAll('-', '')}`
  await asOwner('postgres', async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    await client.query(`create database ${name} template ${source}`)
  })
  const pools: pg.Pool[] = []
  const open = (max: number, options: string): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: urlOf(name),
      max,
      types,
      // As the line of payments is.
      pipeline: true,
      options: `-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=5000 ${options}`,
    })
    // A connection that a test kills must not end the test run.
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }
  const asApplication = '-c role=shirogane_app'
  return {
    name,
    url: urlOf(name),
    owner: open(4, ''),
    app: open(8, asApplication),
    openPool: (max = 2, options = '') => open(max, `${asApplication} ${options}`),
    async copy() {
      await asOwner('postgres', async (client) => {
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ])
      })
      return clone(name)
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.end()))
      await asOwner('postgres', (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function asOwner<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or vitest.')
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** As the server reads them: whole numbers as numbers, calendar dates as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number) {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, 'text') as (text: string) => unknown
  },
}

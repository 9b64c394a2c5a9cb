import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, type Config } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { transactor, type Tx } from '@shirogane/api/db/sql'
import { readBaseline, readMigrations } from '@shirogane/api/db/schema-files'
import { admitService } from '@shirogane/api/db/service-role'
import { seed } from '@shirogane/api/seed/seed'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'
import pg from 'pg'
import { keepWaysOpen } from './acts/kyc-ways.ts'
import { endNights } from './acts/nights.ts'

/** Everybody's password in the test databases. */
export const castPassword = 'tsuki-no-shizuku-925'
const secretKey = 'b7c1f09e5a3d48627e9f10c4d2a6835b90ef7c1846a3d25b18e07f94c6d3a25e'
const templateLock = 7_165_002

export type TestDatabase = {
  /** As the owner. */
  url: string
  /** As the service signs in. */
  serviceUrl: string
  /** As the owner, who may do what the application may not. */
  query<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** The same within one transaction. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Takes the database away from everybody, until the returned function is called. */
  outage(): Promise<() => Promise<void>>
  close(): Promise<void>
}

let alone: Promise<string> | null = null

/** The server that the whole test run shares, or one of its own for a file that is run by itself. */
function serverUrl(): Promise<string> {
  const shared = process.env['TEST_DATABASE_URL']
  if (shared) return Promise.resolve(shared)
  alone ??= startTemporaryPostgres({ durable: false }).then((server) => {
    process.once('beforeExit', () => void server.stop())
    return server.url
  })
  return alone
}

/** The server's settings for a test: strict about its own answers, and silent. */
export function testConfig(url: string, overrides: Record<string, string> = {}): Config {
  return loadConfig({
    DATABASE_URL: url,
    DATABASE_POOL: '6',
    // A machine that is busy with other tests is no database that stands still.
    DATABASE_PATIENCE: '30',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'shirogane-test-')),
    SECRET_KEY: secretKey,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...overrides,
  })
}

/**
 * A private copy of the migrated and seeded database, or an empty one: no other test sees what happens in it.
 *
 * @param on the owner's address of another server, for a test that does something to a whole one
 */
export async function database({
  isEmpty = false,
  on,
}: { isEmpty?: boolean; on?: string } = {}): Promise<TestDatabase> {
  const server = on ?? (await serverUrl())
  const template = isEmpty ? 'template0' : await readyTemplate(server)
  const name = `test_${randomBytes(8).toString('hex')}`
  await asMaintenance(server, (client) => client.query(`create database ${name} template ${template}`))
  const url = withDatabase(server, name)
  const pool = new pg.Pool({ connectionString: url, max: 3, types: integers })
  pool.on('error', () => undefined)
  return {
    url,
    serviceUrl: serviceUrlOf(url),
    query: async <T extends Record<string, unknown>>(text: string, values?: readonly unknown[]) =>
      (await pool.query<T>(text, values && [...values])).rows,
    transact: transactor(pool),
    async outage() {
      await asMaintenance(server, async (client) => {
        await client.query(`alter database ${name} allow_connections false`)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ])
      })
      return () =>
        asMaintenance(server, async (client) => {
          await client.query(`alter database ${name} allow_connections true`)
        })
    },
    async close() {
      await pool.end()
      await asMaintenance(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

const integers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const templates = new Map<string, Promise<string>>()

function readyTemplate(server: string): Promise<string> {
  const template = templates.get(server) ?? makeTemplate(server)
  templates.set(server, template)
  return template
}

/** One template for each version of the schema: the first process makes it, all others wait and clone. */
async function makeTemplate(server: string): Promise<string> {
  const name = `template_${await versionOfSchema()}`
  await asMaintenance(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return admitService(server, serviceUrlOf(server))
    const making = `${name}_making`
    await client.query(`drop database if exists ${making} with (force)`)
    await client.query(`create database ${making}`)
    const url = withDatabase(server, making)
    await migrate(url)
    await admitService(url, serviceUrlOf(url))
    const before = process.env['DEMO_PASSWORD']
    process.env['DEMO_PASSWORD'] = castPassword
    await seed(url, testConfig(url), () => undefined)
    if (before === undefined) delete process.env['DEMO_PASSWORD']
    else process.env['DEMO_PASSWORD'] = before
    await asMaintenance(url, keepWaysOpen)
    await asMaintenance(url, endNights)
    // Only a finished template bears the name that others look for.
    await client.query(`alter database ${making} rename to ${name}`)
  })
  return name
}

async function versionOfSchema(): Promise<string> {
  const seedFolder = new URL('../../../apps/api/src/seed/', import.meta.url)
  const hash = createHash('sha256')
  for (const { sql } of [await readBaseline(), ...(await readMigrations())]) hash.update(sql)
  for (const file of (await readdir(seedFolder, { recursive: true })).sort()) {
    if (file.endsWith('.ts') && !file.includes('.test.'))
      hash.update(await readFile(new URL(file, seedFolder)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function asMaintenance<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every server that the tests run on has a user for them alone, with a password that cannot be read in this file. */
function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = 'shirogane_test_service'
  url.password = createHmac('sha256', 'tests').update(new URL(ownerUrl).password).digest('base64url')
  return url.href
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

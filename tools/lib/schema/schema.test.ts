import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { startPostgres } from '@shirogane/embedded-postgres'
import { database as testDatabase, type TestDatabase } from '@shirogane/testkit/database'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database.ts'
import { Sentence } from '../progress.ts'
import { readyDatabase } from './schema.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shirogane-schema-'))
  // Root lends the database to another user.
  chmodSync(folder, 0o755)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const configOf = (url: string) => loadConfig({ DATABASE_URL: url, DATA_DIR: folder })

async function whoIs(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, options: '-c role=shirogane_app' })
  await client.connect()
  try {
    const { rows } = await client.query('select session_user as session, current_user as role')
    return rows[0]
  } finally {
    await client.end()
  }
}

test('a data directory from before the service had a user of its own gets one, at the first start and no other', async () => {
  const earlier = await startPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(earlier.url)
  await earlier.stop()
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATABASE_OWNER_URL', '')
  for (const start of ['first', 'second']) {
    const database = await openDatabase()
    try {
      expect(await readyDatabase(configOf(database.url), database), start).toBe(database.ownerUrl)
      expect(await whoIs(database.url)).toEqual({ session: 'shirogane_service', role: 'shirogane_app' })
    } finally {
      await database.close()
    }
  }
})

describe('an outside database', () => {
  let data: TestDatabase
  beforeEach(async () => {
    data = await testDatabase()
    vi.stubEnv('DATABASE_OWNER_URL', '')
  })
  afterEach(() => data.close())

  test('is migrated by its owner, whose address nobody finds in the environment afterwards', async () => {
    vi.stubEnv('DATABASE_URL', data.serviceUrl)
    vi.stubEnv('DATABASE_OWNER_URL', data.url)
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    const database = await openDatabase()
    expect(process.env).not.toHaveProperty('DATABASE_OWNER_URL')
    expect(await readyDatabase(configOf(database.url), database)).toBe(data.url)
    expect(await data.query(`select from schema_migrations where hash = 'x'`)).toEqual([])
  })

  test('is served by its own user alone where it is of this version, and refused where it is not', async () => {
    vi.stubEnv('DATABASE_URL', data.serviceUrl)
    const database = await openDatabase()
    expect(await readyDatabase(configOf(database.url), database)).toBeNull()
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    await expect(readyDatabase(configOf(database.url), database)).rejects.toThrow(Sentence)
    expect(await data.query(`select from schema_migrations where hash = 'x'`)).toHaveLength(1)
  })

  test('whose owner is all that is known does for the demo, and production changes nothing in it', async () => {
    vi.stubEnv('DATABASE_URL', data.url)
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    const database = await openDatabase()
    const config = configOf(database.url)
    const refused = readyDatabase({ ...config, production: true }, database)
    await expect(refused).rejects.toThrow(/^DATABASE_URL signs in as .* superuser.*DATABASE_OWNER_URL/)
    expect(await data.query(`select from schema_migrations where hash = 'x'`)).toHaveLength(1)
    expect(await readyDatabase(config, database)).toBe(data.url)
    expect(await data.query(`select from schema_migrations where hash = 'x'`)).toEqual([])
  })

  test('whose owner is named by both addresses is refused in production before anything in it changes', async () => {
    vi.stubEnv('DATABASE_URL', data.url)
    vi.stubEnv('DATABASE_OWNER_URL', data.url)
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    const database = await openDatabase()
    const refused = readyDatabase({ ...configOf(database.url), production: true }, database)
    await expect(refused).rejects.toThrow(/^DATABASE_URL signs in as .* superuser.*DATABASE_OWNER_URL/)
    expect(await data.query(`select from schema_migrations where hash = 'x'`)).toHaveLength(1)
  })

  test('lets a user in who does not sign in yet, in production too', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const url = Object.assign(new URL(data.serviceUrl), { username: name }).href
    vi.stubEnv('DATABASE_URL', url)
    vi.stubEnv('DATABASE_OWNER_URL', data.url)
    const database = await openDatabase()
    try {
      expect(await readyDatabase({ ...configOf(url), production: true }, database)).toBe(data.url)
      expect(await whoIs(url)).toEqual({ session: name, role: 'shirogane_app' })
    } finally {
      await data.query(`drop owned by ${name}; drop role ${name}`)
    }
  })

  test('is named by both addresses or by its service’s alone', async () => {
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('DATABASE_OWNER_URL', data.url)
    await expect(openDatabase()).rejects.toThrow('DATABASE_OWNER_URL is set without DATABASE_URL')
  })
})

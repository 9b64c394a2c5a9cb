import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startTestPostgres, startTemporaryPostgres } from '@shirogane/embedded-postgres'
import pg from 'pg'
import { root } from './lib/environment.ts'

/**
 * One PostgreSQL for the whole test run; each test clones its own database from a template in it. Tests find it in
 * TEST_DATABASE_URL, which may also name a server of the developer's own. What tests leave in the temporary folder goes
 * with the run.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined
  const server =
    process.env['TEST_DATABASE_KEPT'] === 'on'
      ? await startKept()
      : await startTemporaryPostgres({ durable: false })
  process.env['TEST_DATABASE_URL'] = server.url
  const before = tmpdir()
  const folder = mkdtempSync(join(before, 'shirogane-tests-'))
  // Under root the databases that tests start are another user's.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

/** How many versions of the template stay for the next run: those of the branches that are worked on. */
const templatesMax = 4

/** The server of the runs of a few tests. It keeps its templates, which take most of the time of such a run. */
async function startKept(): Promise<Postgres> {
  const folder = join(root, 'node_modules/.cache/test-postgres')
  mkdirSync(folder, { recursive: true })
  const start = async (): Promise<Postgres> => {
    const server = await startTestPostgres(folder)
    // Another run is at work in it.
    if (!server.joined) await dropLeftovers(server.url)
    return server
  }
  return start().catch(async () => {
    // It gives up surviving a power cut, and after one it is made anew.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    return start()
  })
}

async function dropLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^(test|template)_[0-9a-f]+' order by oid desc`,
    )
    const templates = rows.filter(({ name }) => name.startsWith('template_'))
    const spare = new Set(templates.slice(0, templatesMax))
    for (const row of rows) if (!spare.has(row)) await client.query(`drop database ${row.name} with (force)`)
  } finally {
    await client.end()
  }
}

import { join } from 'node:path'
import { type Kept, keepRunning, startPostgres } from '@shirogane/embedded-postgres'
import pg from 'pg'
import { dataDir } from './environment.ts'
import { Sentence, step } from './progress.ts'

export const majorAtLeast = 15

export interface Database {
  /** As the service signs in. */
  url: string
  /** As the owner, who alone migrates; null where only DATABASE_URL is known. */
  ownerUrl: string | null
  /** Whether DATABASE_URL names it, so that its password is an operator's secret. */
  isOutside: boolean
  /** The embedded server's process, for those who measure it. */
  pid: number | null
  /**
   * Starts the embedded one again whenever it dies, from now on until it is closed. Resolves with a sentence when that
   * does not help any more. An outside one is for its operator to start.
   */
  keep: () => Promise<Error>
  close: () => Promise<void>
}

/** The outside PostgreSQL of DATABASE_URL, or the embedded one, started or joined. */
export async function openDatabase(): Promise<Database> {
  const outside = process.env['DATABASE_URL']
  const ownerUrl = process.env['DATABASE_OWNER_URL'] || null
  // The serving process, and every process that it starts, does not find the owner's password in its environment.
  delete process.env['DATABASE_OWNER_URL']
  if (outside) {
    // The service's own user may be yet to be made.
    await (ownerUrl === null
      ? checkOutside('DATABASE_URL', outside)
      : checkOutside('DATABASE_OWNER_URL', ownerUrl))
    const keep = () => new Promise<never>(() => undefined)
    return { url: outside, ownerUrl, isOutside: true, pid: null, keep, close: async () => undefined }
  }
  if (ownerUrl !== null) {
    throw new Sentence(
      'DATABASE_OWNER_URL is set without DATABASE_URL: both name one outside database, or neither.',
    )
  }
  const server = await startPostgres({ dataDir: join(dataDir(), 'postgres'), log: step })
  let kept: Kept | null = null
  step(server.joined ? 'The database was running already' : 'Database started')
  return {
    url: server.serviceUrl,
    ownerUrl: server.url,
    isOutside: false,
    pid: server.pid,
    keep: () => (kept ??= keepRunning(server, { log: step })).lost,
    close: () => (kept ?? server).stop(),
  }
}

/** Refuses a database that cannot be ours, by the name of the setting that leads to it. */
export async function checkOutside(
  setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
  url: string,
): Promise<void> {
  const place = nameOf(url, setting)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; encoding: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding`,
    )
    const major = Math.floor(Number(rows[0]?.number) / 10_000)
    if (major < majorAtLeast) {
      throw new Sentence(
        `The database at ${place} is PostgreSQL ${major}, and ${majorAtLeast} or newer is needed: upgrade it, or unset DATABASE_URL to use the one that comes along.`,
      )
    }
    if (rows[0]?.encoding !== 'UTF8') {
      throw new Sentence(
        `The database at ${place} is encoded in ${rows[0]?.encoding}, which cannot hold every Japanese name: create it with ENCODING 'UTF8'.`,
      )
    }
  } catch (error) {
    if (error instanceof Sentence) throw error
    throw new Sentence(
      `The database at ${place} cannot be used (${messageOf(error)}): check ${setting} and that the server runs, or unset it to use the one that comes along.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The address without the password, which must not reach a console. */
export function nameOf(url: string, setting = 'DATABASE_URL'): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname}${port ? `:${port}` : ''}${pathname}`
  } catch {
    throw new Sentence(`${setting} is not an address: write it as postgres://user:password@host:5432/name.`)
  }
}

function messageOf(error: unknown): string {
  // A refused connection to a name with several addresses arrives as one error around several.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

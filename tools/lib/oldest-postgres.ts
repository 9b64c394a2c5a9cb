import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseOwner } from '@shirogane/embedded-postgres'
import pg from 'pg'
import { atEnd } from './at-end.ts'
import { majorAtLeast } from './database.ts'
import { freePort } from './service.ts'

/** Where Debian puts the programs of a version. */
const programs = `/usr/lib/postgresql/${majorAtLeast}/bin`
const superuser = 'shirogane'
/** Nothing here has to survive a pulled plug. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  jit: 'off',
  timezone: 'UTC',
}

export const hasOldest = (): boolean => existsSync(join(programs, 'initdb'))

/**
 * The tests of the ledger that the oldest version is spared, by the names of their files. They take two thirds of the time and
 * ask for no other SQL: the random models, the planted errors (whose audit the demo's books pass there) and the long log.
 */
export const triedOnNewestAlone = ['*model', 'mixture', 'audit', 'chained-acts'] as const

/** A server of the oldest version that the product runs on, for as long as the work lasts. */
export async function withOldest<T>(work: (url: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-oldest-'))
  // Root lends PostgreSQL another user, who has to come in.
  chmodSync(folder, 0o755)
  const owner = chooseOwner(folder)
  const cluster = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  const password = randomBytes(18).toString('base64url')
  const as = { cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...owner }
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [cluster, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${cluster}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...as, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...flags], { ...as, stdio: 'ignore' })
  const callOff = atEnd(() => server.kill('SIGQUIT'))
  const ended = once(server, 'exit')
  try {
    const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`
    await answers(url)
    return await work(url, folder)
  } finally {
    server.kill('SIGQUIT')
    await ended
    callOff()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

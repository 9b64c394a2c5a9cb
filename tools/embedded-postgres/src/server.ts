import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverEnvironment, superuser } from './cluster.ts'
import type { Home } from './home.ts'
import { clusterProcesses, isAlive, isPostmasterOf, waitForEnd } from './processes.ts'
import { serverSettings } from './settings.ts'
import { errorCode, errorText, explain, PostgresTrouble } from './trouble.ts'

const database = 'shirogane'
const service = 'shirogane_service'
const logBytesMax = 10 * 1024 * 1024
const startTimeoutMs = 10 * 60_000

export interface Running {
  pid: number
  port: number
  joined: boolean
}

interface PidFile {
  pid: number
  port: number
  status: string
}

export function ownerUrl(password: string, port: number): string {
  return connectionUrl(superuser, password, port)
}

/** The service's password comes from the owner's and leads nowhere back: there is one secret to keep. */
export function serviceUrl(password: string, port: number): string {
  const own = createHmac('sha256', password).update(service).digest('base64url')
  return connectionUrl(service, own, port)
}

function connectionUrl(user: string, password: string, port: number): string {
  // sslmode is said aloud, because a PGSSLMODE in the caller's environment would otherwise ask for what is not there.
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Joins the postmaster that already serves this cluster, or starts one. */
export async function runServer(
  home: Home,
  programs: string,
  wanted: {
    port?: number | undefined
    settings?: Record<string, string> | undefined
    preload?: string | undefined
    log: (line: string) => void
  },
): Promise<Running> {
  const deadline = performance.now() + startTimeoutMs
  let port = wanted.port ?? rememberedPort(home)
  for (;;) {
    const found = await findRunning(home, wanted.log)
    if (found) return { ...found, joined: true }
    if (!port || (!wanted.port && !(await isFree(port)))) port = await freePort()
    const given = {
      settings: { ...serverSettings(programs, port), ...wanted.settings },
      preload: wanted.preload,
    }
    const outcome = await launch(home, programs, given, wanted.log)
    if (typeof outcome === 'number') {
      writeFileSync(home.portFile, String(port))
      return { pid: outcome, port, joined: false }
    }
    if (performance.now() > deadline) throw trouble(home, outcome)
    if (/could not bind|Address already in use/i.test(outcome)) {
      if (wanted.port)
        throw new PostgresTrouble(
          `Port ${wanted.port}, wanted for the database, is taken by another program: choose another.`,
        )
      port = await freePort()
    } else if (/lock file .* already exists|pre-existing shared memory block/i.test(outcome)) {
      // Another process starts it at this moment, or the last processes of a killed server are about to leave.
      await sleep(200)
    } else {
      throw trouble(home, outcome)
    }
  }
}

/** The server that already runs in this cluster, once it answers. Clears away what a dead one left behind. */
async function findRunning(
  home: Home,
  log: (line: string) => void,
): Promise<{ pid: number; port: number } | null> {
  const pidFile = join(home.cluster, 'postmaster.pid')
  for (let waited = 0; ; waited += 50) {
    const found = readPidFile(pidFile)
    if (!found) return null
    if (!isPostmasterOf(found.pid, home.cluster)) {
      await clearStale(home, pidFile, found)
      return null
    }
    if (found.status === 'ready') return found
    if (found.status === 'stopping' && !(await waitForEnd(found.pid, 60_000))) {
      throw new PostgresTrouble(
        `The database server (process ${found.pid}) has been shutting down for a minute: end it with "kill -QUIT ${found.pid}" and start again.`,
      )
    }
    if (waited % 5000 === 4950) log('Waiting for the database to get ready')
    await sleep(50)
  }
}

function readPidFile(path: string): PidFile | null {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/**
 * PostgreSQL clears its own stale file when the process id is free. When a stranger or a zombie has the number by now,
 * it believes the server alive and refuses to start, so we clear it, but never while a process still works in there.
 */
async function clearStale(home: Home, pidFile: string, found: PidFile): Promise<void> {
  for (const pid of clusterProcesses(home.cluster)) await waitForEnd(pid, 10_000)
  const left = clusterProcesses(home.cluster)
  if (left.length > 0) {
    throw new PostgresTrouble(
      `Processes of a killed database server still run (${left.join(', ')}): end them with "kill -9 ${left.join(' ')}" and start again.`,
    )
  }
  if (readPidFile(pidFile)?.pid === found.pid) rmSync(pidFile, { force: true })
}

type Given = { settings: Record<string, string>; preload: string | undefined }

/** The process id when the server is ready, or what it said when it would not start. */
async function launch(
  home: Home,
  programs: string,
  given: Given,
  log: (line: string) => void,
): Promise<number | string> {
  if (existsSync(home.logFile) && statSync(home.logFile).size > logBytesMax) truncateSync(home.logFile)
  const logged = existsSync(home.logFile) ? statSync(home.logFile).size : 0
  const child = spawnServer(home, programs, given)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(errorText(error)))
    child.once('exit', () => resolve(logFrom(home, logged)))
  })
  const pidFile = join(home.cluster, 'postmaster.pid')
  const startedAt = performance.now()
  let reported = startedAt
  for (;;) {
    const failure = await Promise.race([ended, sleep(10, null)])
    if (failure !== null) return failure
    const state = readPidFile(pidFile)
    if (state && state.pid === child.pid && state.status === 'ready') {
      child.removeAllListeners()
      child.unref()
      return child.pid
    }
    if (performance.now() - reported > 5000) {
      reported = performance.now()
      log('The database replays its journal after a sudden end')
    }
  }
}

function logFrom(home: Home, offset: number): string {
  try {
    return readFileSync(home.logFile).subarray(offset).toString()
  } catch (error) {
    return errorText(error)
  }
}

function spawnServer(home: Home, programs: string, { settings, preload }: Given): ChildProcess {
  const out = openSync(home.logFile, 'a', 0o600)
  try {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // Detached, so that Ctrl-C reaches only us: the app finishes the money in flight before it stops the database.
    return spawn(join(programs, 'bin', 'postgres'), ['-D', home.cluster, ...flags], {
      cwd: home.folder,
      detached: true,
      env: { ...serverEnvironment, ...(preload !== undefined && { LD_PRELOAD: preload }) },
      stdio: ['ignore', out, out],
      ...home.owner,
    })
  } finally {
    closeSync(out)
  }
}

function trouble(home: Home, said: string): PostgresTrouble {
  return explain(said, { dataDir: home.folder, logFile: home.logFile })
}

function rememberedPort(home: Home): number | undefined {
  try {
    return Number(readFileSync(home.portFile, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no address')),
      )
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Proves that the server on this port is ours, and makes the app's database in it if it is not there. */
export async function verify(home: Home, password: string, running: Running): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: running.port,
    user: superuser,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 10_000,
  })
  // A server that ends between two statements says so by an event, which without a listener ends the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; exists: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = $1) as exists`,
      [database],
    )
    const row = rows[0]
    if (row?.folder !== home.cluster) {
      throw new PostgresTrouble(
        `The database server on port ${running.port} serves ${row?.folder ?? 'another folder'}, not ${home.cluster}: stop it and start again.`,
      )
    }
    if (!row.exists) await createDatabase(client)
  } catch (error) {
    if (error instanceof PostgresTrouble) throw error
    if (/password authentication failed/.test(errorText(error))) {
      throw new PostgresTrouble(
        `The password in ${home.passwordFile} does not open the database: restore that file, or, if its data may go, delete ${home.folder} and start again.`,
      )
    }
    throw trouble(home, errorText(error))
  } finally {
    await client.end().catch(() => undefined)
  }
  if (!isAlive(running.pid)) throw trouble(home, 'the server ended at once')
}

async function createDatabase(client: pg.Client): Promise<void> {
  try {
    await client.query(`create database ${database}`)
  } catch (error) {
    // Another start made it between our look and our step.
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  }
}

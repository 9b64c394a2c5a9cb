import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { isExecutable, placesOnPath } from '../lib/executable.ts'
import { Sentence } from '../lib/progress.ts'
import { median } from './statistics.ts'

const run = promisify(execFile)
const scale = 50

export interface Pgbench {
  version: string
  measure(clients: number, seconds: number): Promise<{ tps: number; medianMs: number }>
}

/** Where the yardstick is not installed nothing is measured: a figure without it would say nothing. */
export function findPgbench(): string {
  const found = [...placesOnPath('pgbench'), ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find(
    isExecutable,
  )
  if (found) return found
  throw new Sentence(
    'The measurements need pgbench beside them: on Debian "apt-get install postgresql-contrib", on macOS "brew install postgresql"; it only has to be on the PATH, its server is not used.',
  )
}

/** A database of its own on the same server, filled at the scale of the budgets. */
export async function preparePgbench(program: string, serverUrl: string): Promise<Pgbench> {
  const url = new URL(serverUrl)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query('create database pgbench')
  await admin.end()
  url.pathname = '/pgbench'
  await run(program, ['-i', '-q', '-s', String(scale), url.href], { maxBuffer: 1 << 24 })
  const { stdout } = await run(program, ['--version'])
  return {
    version: stdout.trim(),
    measure: (clients, seconds) => measure(program, url.href, clients, seconds),
  }
}

async function measure(program: string, url: string, clients: number, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-pgbench-'))
  try {
    const threads = Math.min(clients, 2)
    // Only the lonely client writes down each answer's time: at 64 the notes would slow the yardstick.
    const notes = clients === 1 ? ['-l', `--log-prefix=${join(folder, 'log')}`] : []
    const args = ['-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, ...notes, url]
    const { stdout } = await run(program, args, { maxBuffer: 1 << 24 })
    const tps = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1])
    const mean = Number(/latency average = ([\d.]+) ms/.exec(stdout)?.[1])
    if (!tps) throw new Error(`pgbench said something unexpected:\n${stdout}`)
    return { tps, medianMs: clients === 1 ? medianOf(folder) : mean }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A line of the log is: client, transaction, microseconds, script, second, microsecond. */
function medianOf(folder: string): number {
  const times = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
  return median(times)
}

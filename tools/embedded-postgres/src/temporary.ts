import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lessees } from './leases.ts'
import { clusterProcesses, signal, waitForEnd } from './processes.ts'
import { forgetfulSettings } from './settings.ts'
import { type Postgres, startPostgres } from './start.ts'

const prefix = 'shirogane-postgres-'
/** A folder this young may belong to a run that has not left its note yet. */
const sweepAfterMs = 60_000

export interface TemporaryOptions {
  /** False gives up surviving a power cut for speed; everything else stays as it is. */
  durable?: boolean
  settings?: Record<string, string>
  /** A library that stands before the C library's, for measurements. */
  preload?: string | undefined
  log?: (line: string) => void
}

/** A database for tests in the system's temporary folder. Stopping it removes it. */
export async function startTemporaryPostgres({
  durable = true,
  settings,
  preload,
  log,
}: TemporaryOptions = {}): Promise<Postgres> {
  await sweep()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755)
  const server = await startPostgres({
    dataDir: folder,
    settings: { max_connections: '200', ...(durable ? {} : forgetfulSettings), ...settings },
    preload,
    log,
  })
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
    if (server.folder !== folder) rmSync(server.folder, { recursive: true, force: true })
  }
  return {
    ...server,
    stop: async () => {
      await (durable ? server.stop() : server.kill())
      remove()
    },
    kill: server.kill,
  }
}

/** A database for tests in this folder, which stays: its next start finds what is in it. It does not survive a power cut. */
export async function startTestPostgres(folder: string): Promise<Postgres> {
  return startPostgres({ dataDir: folder, settings: { max_connections: '200', ...forgetfulSettings } })
}

/** Servers whose test run was killed would pile up, so each new one ends those that are not in use any more. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = join(tmpdir(), name)
    try {
      if (Date.now() - statSync(folder).mtimeMs < sweepAfterMs) continue
      const note = join(folder, 'location')
      const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder
      mkdirSync(join(home, 'leases'), { recursive: true })
      if (lessees(join(home, 'leases')).length > 0) continue
      const left = clusterProcesses(join(home, 'cluster'))
      for (const pid of left) signal(pid, 'SIGKILL')
      for (const pid of left) await waitForEnd(pid, 5000)
      rmSync(home, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's folder, or one that another run removes at this moment.
    }
  }
}

import { resolve } from 'node:path'
import { preparePrograms } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { type Home, openHome } from './home.ts'
import { dropLease, lessees, takeLease } from './leases.ts'
import { childrenOf, clusterProcesses, isPostmasterOf, signal, waitForEnd } from './processes.ts'
import { ownerUrl, runServer, serviceUrl, verify } from './server.ts'
import { errorText, explain, PostgresTrouble } from './trouble.ts'

export interface StartOptions {
  /** The folder of this database alone; it is made when it is not there. */
  dataDir: string
  /** Without it a free port is chosen and remembered. */
  port?: number | undefined
  /** Overrides of single server settings, for measurements and tests. */
  settings?: Record<string, string> | undefined
  /** A library that stands before the C library's, for measurements. */
  preload?: string | undefined
  log?: ((line: string) => void) | undefined
}

export interface Postgres {
  /** As the owner of everything. */
  url: string
  /** As the user that the service is to have, once that user is made. */
  serviceUrl: string
  port: number
  pid: number
  /** Where the server's files, password and log lie. */
  folder: string
  /** True when the server ran already, left by a killed app or shared with a running one. */
  joined: boolean
  /** Ends the server cleanly, unless another process still uses it. */
  stop: () => Promise<void>
  /** Pulls the plug: the server and all its processes die at once. */
  kill: () => Promise<void>
  /** Once the server has died: the same database at the same address, in this one's place, which is not used any more. */
  revive: () => Promise<Postgres>
}

/** Starts the database in this folder, or joins it when it runs already. Throws PostgresTrouble with one clear sentence. */
export async function startPostgres({
  dataDir,
  port,
  settings,
  preload,
  log = () => undefined,
}: StartOptions): Promise<Postgres> {
  const home = openHome(resolve(dataDir), log)
  const lease = takeLease(home.leases)
  try {
    return await open(home, lease, { port, settings, preload, log })
  } catch (error) {
    dropLease(lease)
    throw asTrouble(error, home)
  }
}

type Wanted = Pick<StartOptions, 'port' | 'settings' | 'preload'> & { log: (line: string) => void }

async function open(home: Home, lease: string, wanted: Wanted): Promise<Postgres> {
  const { log } = wanted
  const programs = await preparePrograms(home.folder, home.owner)
  const password = await prepareCluster(home, programs, log)
  const running = await runServer(home, programs, {
    port: wanted.port,
    settings: wanted.settings,
    preload: wanted.preload,
    log,
  })
  await verify(home, password, running)
  let ending: Promise<void> | undefined
  return {
    ...running,
    url: ownerUrl(password, running.port),
    serviceUrl: serviceUrl(password, running.port),
    folder: home.folder,
    stop: () => (ending ??= stop(home, running.pid, lease, log)),
    kill: () => (ending = kill(home, running.pid, lease)),
    async revive() {
      try {
        // Its users know it by this port.
        return await open(home, lease, { ...wanted, port: running.port })
      } catch (error) {
        throw asTrouble(error, home)
      }
    },
  }
}

function asTrouble(error: unknown, home: Home): PostgresTrouble {
  if (error instanceof PostgresTrouble) return error
  return explain(errorText(error), { dataDir: home.folder, logFile: home.logFile })
}

async function stop(home: Home, pid: number, lease: string, log: (line: string) => void): Promise<void> {
  dropLease(lease)
  const others = lessees(home.leases)
  if (others.length > 0) {
    log(`The database stays up: process ${others.join(', ')} still uses it.`)
    return
  }
  // It may have died, and a stranger may have its number by now.
  if (!isPostmasterOf(pid, home.cluster)) return
  // SIGINT is PostgreSQL's fast shutdown: open transactions are undone, everything committed is written.
  signal(pid, 'SIGINT')
  if (await waitForEnd(pid, 60_000)) return
  signal(pid, 'SIGQUIT')
  if (await waitForEnd(pid, 10_000)) return
  throw new PostgresTrouble(`The database server (process ${pid}) does not end: look into ${home.logFile}.`)
}

async function kill(home: Home, pid: number, lease: string): Promise<void> {
  dropLease(lease)
  const everyone = new Set([pid, ...childrenOf(pid), ...clusterProcesses(home.cluster)])
  // The postmaster first, so that it starts no process anew.
  for (const each of everyone) signal(each, 'SIGKILL')
  for (const each of everyone) await waitForEnd(each, 10_000)
}

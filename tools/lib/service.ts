import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './at-end.ts'
import { compiledFolder, root } from './environment.ts'

export interface Service {
  origin: string
  port: number
  pid: number
  /** Resolves when the process is gone, however it went. */
  ended: Promise<unknown>
  isRunning(): boolean
  /** Asks it to finish what is in flight and leave. */
  stop(): Promise<void>
  /** Pulls the plug. */
  kill(): Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  dataDir: string
  logFile: string
  port?: number
  env?: Record<string, string>
  timeoutMs?: number
}

/** The real server as a process of its own, as `npm run dev` starts it, once it says that it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort())
  const log = openSync(options.logFile, 'a')
  const child = spawn(process.execPath, [...process.execArgv, join(root, 'tools/dev-server.ts')], {
    cwd: root,
    // Nothing of the caller's settings: what is measured and tested must not depend on who asks.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiledFolder,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      PORT: String(port),
      ...options.env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const callOff = atEnd(() => child.kill('SIGKILL'))
  void ended.then(callOff)
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(origin, isRunning, () => child.kill('SIGKILL'), options)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isRunning()) child.kill(signal)
    await ended
  }
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    ended,
    isRunning,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function waitUntilReady(
  origin: string,
  isRunning: () => boolean,
  stop: () => void,
  { logFile, timeoutMs = 60_000 }: ServiceOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (!isRunning() || performance.now() > deadline) {
      stop()
      const said = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20).join('\n')
      throw new Error(`The server does not get ready. It said:\n${said}`)
    }
    await sleep(15)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

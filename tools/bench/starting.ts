import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../lib/environment.ts'
import { step } from '../lib/progress.ts'
import { freePort } from '../lib/service.ts'
import { buildWebApp } from '../lib/code/web-build.ts'
import { type Figure, number, residentBytes } from './report.ts'
import { median } from './statistics.ts'
import { childrenOf } from './tree.ts'

const starts = 3
const restMs = 10_000

/** `npm start` on a database that is there already: how long until it serves, and what it holds at rest. */
export async function measureStart(folder: string): Promise<Figure[]> {
  await buildWebApp()
  await start(folder, 0)
  const times: number[] = []
  const sizes: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const { seconds, megabytes } = await start(folder, turn === 0 ? restMs : 1_000)
    times.push(seconds)
    if (turn === 0) sizes.push(megabytes)
  }
  step(`ready after ${number(median(times), 2)} s, ${number(sizes[0]!)} MB at rest`)
  return [
    {
      what: 'second start to ready',
      measured: `${number(median(times), 2)} s`,
      yardstick: '–',
      value: median(times),
      unit: 's',
      floor: 6,
      goal: 3,
      better: 'less',
    },
    {
      what: 'resident memory at rest, database apart',
      measured: `${number(sizes[0]!)} MB, launcher and server together`,
      yardstick: '–',
      value: Math.round(sizes[0]!),
      unit: 'MB',
      floor: 300,
      goal: 180,
      better: 'less',
    },
  ]
}

async function start(folder: string, rest: number): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'tools/launch.mjs'), 'start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: join(folder, 'start'),
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('npm start ended before it was ready.')
    await sleep(10)
  }
  const seconds = (performance.now() - startedAt) / 1000
  await sleep(rest)
  const own = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]
  const megabytes = own.reduce((sum, pid) => sum + residentBytes(pid), 0) / 1e6
  child.kill('SIGTERM')
  await ended
  return { seconds, megabytes }
}

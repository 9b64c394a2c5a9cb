import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../lib/call.ts'
import { step } from '../lib/progress.ts'
import { freePort } from '../lib/service.ts'
import { drive, head } from './drive.ts'
import { type Figure, number } from './report.ts'
import type { Plan, Stage } from './rounds.ts'
import { median } from './statistics.ts'
import { password } from './world.ts'

const clients = 16

/** What everybody asks most often, beside a bare route of the same framework with one indexed query. */
export async function measureReads(
  { service, world }: Stage,
  databaseUrl: string,
  plan: Plan,
): Promise<Figure[]> {
  const port = await freePort()
  const bare = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const accesses: string[] = []
    for (let n = 1; n <= clients; n += 1)
      accesses.push((await signIn(service.origin, `member${n}`, password)).access)
    await waitFor(`http://127.0.0.1:${port}/readyz`)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 1; round <= plan.rounds; round += 1) {
      const yardstick = await drive({
        port,
        clients,
        ...plan,
        heads: world.customers.slice(0, clients).map(({ user_id: id }) => head('GET', `/me/${id}`, {})),
        tails: ['\r\n'],
        repeat: true,
      })
      const measured = await drive({
        port: service.port,
        clients,
        ...plan,
        heads: accesses.map((access) => head('GET', '/v1/users/me', { Authorization: `Bearer ${access}` })),
        tails: ['\r\n'],
        repeat: true,
      })
      if (Object.keys(measured.refused).length > 0) {
        throw new Error(`GET /v1/users/me was refused: ${JSON.stringify(measured.refused)}`)
      }
      ours.push(measured.perSecond)
      theirs.push(yardstick.perSecond)
      step(
        `round ${round}: ${number(measured.perSecond)} reads a second, bare ${number(yardstick.perSecond)}`,
      )
    }
    return [
      {
        what: `\`GET /v1/users/me\` a second, ${clients} clients`,
        measured: `${number(median(ours))} /s`,
        yardstick: `bare route, one indexed query: ${number(median(theirs))} /s`,
        value: median(ours) / median(theirs),
        unit: '×',
        floor: 0.6,
        goal: 0.85,
        better: 'more',
      },
    ]
  } finally {
    bare.kill('SIGTERM')
    await once(bare, 'exit')
  }
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error(`${url} does not answer.`)
}

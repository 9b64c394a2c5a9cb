import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import pg from 'pg'
import { call, renewAccess, type Session, signIn } from '../lib/call.ts'
import { step } from '../lib/progress.ts'
import { type Service, startService } from '../lib/service.ts'
import { addHistory } from './history.ts'
import { type Figure, number } from './report.ts'
import { median } from './statistics.ts'
import { createWorld, password, type World } from './world.ts'

const few = 10_000
/** The one whose lists are measured has the same number of movements in both worlds. */
const own = 1_000
const callsEach = 200

interface Side {
  world: World
  service: Service
  session: Session
  /** Somebody who stands at a register of one shop. */
  clerk: Session
  details: string
}

/** Each list that this version has, on a long history beside the same on a short one, in turns. */
export async function measureLists(
  serverUrl: string,
  { folder, many, large }: { folder: string; many: number; large: { world: World; service: Service } },
): Promise<Figure[]> {
  const url = new URL(serverUrl)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query('create database short_history')
  await admin.end()
  url.pathname = '/short_history'
  await migrate(url.href)
  const smallWorld = await createWorld(url.href, few / 10)
  await addHistory(smallWorld.db, { total: few, own })
  step(`Writing a history of ${number(many)} transactions`)
  await addHistory(large.world.db, { total: many, own })

  const smallService = await startService({
    databaseUrl: url.href,
    dataDir: folder,
    logFile: join(folder, 'short.log'),
    env: { SECRET_KEY: smallWorld.secretKey, DEMO: 'off', RATE_LIMITS: 'off', CHECK_ANSWERS: 'off' },
  })
  try {
    const short = await sideOf(smallWorld, smallService)
    const long = await sideOf(large.world, large.service)
    const figures: Figure[] = []
    for (const [name, path] of [
      ['list of movements, first page', () => '/v1/transactions/list?page=1'],
      ['list of movements, payments only', () => '/v1/transactions/list?page=1&filter=payment'],
      ['list of movements, page 90', () => '/v1/transactions/list?page=90'],
      ['list of movements with the sums of its months', () => '/v1/transactions/list?page=1&with=months'],
      [
        'list of movements, a search',
        () => '/v1/transactions/list?page=1&from=2020-01-01&amount_min=1000&amount_max=9000',
      ],
      ['details of a movement', ({ details }: Side) => `/v1/transactions/${details}/details`],
      ['notices', () => '/v1/notifications?page=1'],
    ] as const) {
      figures.push(await compare(name, many, { short, long, path }))
    }
    // The day a month ago: today is not over, and no day after it has begun.
    const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
    for (const [name, path] of [
      ["a shop's sales of a day, with their sums", () => `/v1/transactions/search?date=${day}`],
    ] as const) {
      figures.push(await compare(name, many, { short, long, path, by: 'clerk' }))
    }
    return figures
  } finally {
    await smallService.stop()
    await smallWorld.db.end()
  }
}

async function sideOf(world: World, service: Service): Promise<Side> {
  const session = await signIn(service.origin, 'member1', password)
  const clerk = await signIn(service.origin, 'clerk1', password)
  const { rows } = await world.db.query<{ id: string }>(
    `select t.id from ledger.transactions t join users u on u.id = t.customer_id
     where u.username = 'member1' and t.kind = 'payment' order by t.completed_at limit 1 offset ${own / 2}`,
  )
  return { world, service, session, clerk, details: rows[0]!.id }
}

async function compare(
  name: string,
  many: number,
  {
    short,
    long,
    path,
    by = 'session',
  }: { short: Side; long: Side; path: (side: Side) => string; by?: 'session' | 'clerk' },
): Promise<Figure> {
  const times = new Map<Side, number[]>([
    [short, []],
    [long, []],
  ])
  await renewAccess(short.service.origin, short[by])
  await renewAccess(long.service.origin, long[by])
  for (let turn = 0; turn < callsEach; turn += 1) {
    for (const [side, measured] of times) {
      const startedAt = performance.now()
      const { status, body } = await call(side.service.origin + path(side), { access: side[by].access })
      if (status !== 200) throw new Error(`${path(side)} answered ${status}: ${JSON.stringify(body)}`)
      // The first calls of each prepare statements and fill caches.
      if (turn >= 20) measured.push(performance.now() - startedAt)
    }
  }
  const [little, much] = [median(times.get(short)!), median(times.get(long)!)]
  step(`${name}: ${number(much, 2)} ms, short ${number(little, 2)} ms`)
  return {
    what: `${name}, at ${number(many)} transactions`,
    measured: `${number(much, 2)} ms`,
    yardstick: `at ${number(few)}: ${number(little, 2)} ms`,
    value: much / little,
    unit: '×',
    floor: 2,
    goal: 1.3,
    better: 'less',
  }
}

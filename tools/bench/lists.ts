import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import pg from 'pg'
import { call, renewAccess, type Session, signIn } from '../lib/call.ts'
import { step } from '../lib/progress.ts'
import { type Service, startService } from '../lib/service.ts'
import { measureCloses } from './closes.ts'
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
  /** A clerk who stands at a register of one shop. */
  clerk: Session
  /** Who leads another shop, and who leads the brand. */
  manager: Session
  owner: Session
  details: string
  /** A receipt of the clerk's shop, by its number. */
  receipt: string
  /** The clerk's shop, and an article of it. */
  store: string
  article: string
}
type Who = 'session' | 'clerk' | 'manager' | 'owner'

/** Each list that this version has, on a long history beside the same on a short one, in turns. */
export async function measureLists(
  postgres: { url: string; serviceUrl: string },
  { folder, many, large }: { folder: string; many: number; large: { world: World; service: Service } },
): Promise<Figure[]> {
  const url = new URL(postgres.url)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query('create database short_history')
  await admin.end()
  url.pathname = '/short_history'
  await migrate(url.href)
  const smallWorld = await createWorld(url.href, few / 10)
  // So many acts that a shop's page of one kind is full here as well.
  await addHistory(smallWorld.db, { total: few, own, actEach: 1 })
  step(`Writing a history of ${number(many)} transactions`)
  await addHistory(large.world.db, { total: many, own, actEach: 11 })

  const smallService = await startService({
    databaseUrl: Object.assign(new URL(postgres.serviceUrl), { pathname: url.pathname }).href,
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
    const shop: readonly (readonly [string, Who, (side: Side) => string])[] = [
      ["a shop's sales of a day, with their sums", 'clerk', () => `/v1/transactions/search?date=${day}`],
      [
        'a sale by the number of its receipt',
        'clerk',
        ({ receipt }) => `/v1/transactions/search?q=${receipt}`,
      ],
      ['the sales to a member, by their name', 'clerk', () => '/v1/transactions/search?q=member1'],
      [
        'the figures of a day of a shop',
        'clerk',
        ({ store }) => `/v1/admin/register/close?store_id=${store}&date=${day}`,
      ],
      ['the goods that a word means', 'clerk', () => '/v1/skus/search?query=goods%2099'],
      ['the carts that wait in a shop', 'clerk', () => '/v1/transactions/search/saved'],
      ['the stock of a shop', 'clerk', () => '/v1/inventory'],
      ['how the stock of an article moved', 'clerk', ({ article }) => `/v1/inventory/${article}/movements`],
      ['who owes a shop', 'clerk', () => '/v1/transactions/user/later'],
      ['a member of the brand, by their name', 'owner', () => '/v1/admin/users?q=member1000'],
      ['the acts of one kind in a shop', 'manager', () => '/v1/admin/log?group=sku'],
      ['the acts of one kind in the brand', 'owner', () => '/v1/admin/log?group=sku'],
    ]
    for (const [name, by, path] of shop) {
      figures.push(await compare(name, many, { short, long, path, by }))
    }
    figures.push(await measureCloses(long, short))
    return figures
  } finally {
    await smallService.stop()
    await smallWorld.db.end()
  }
}

async function sideOf(world: World, service: Service): Promise<Side> {
  await world.db.query(`update employees set type = 'manager' where number = 'E0002'`)
  await world.db.query(`update employees set type = 'owner', store_id = null where number = 'E0003'`)
  const session = await signIn(service.origin, 'member1', password)
  const clerk = await signIn(service.origin, 'clerk1', password)
  const manager = await signIn(service.origin, 'clerk2', password)
  const owner = await signIn(service.origin, 'clerk3', password)
  const shop = await world.db.query<{ store: string; receipt: string; article: string }>(
    `select e.store_id as store, (select min(id::text) from skus) as article, (
       select number from ledger.transactions t where t.store_id = e.store_id and kind = 'payment'
       order by completed_at desc offset 20 limit 1) as receipt
     from employees e where e.number = 'E0001'`,
  )
  const { rows } = await world.db.query<{ id: string }>(
    `select t.id from ledger.transactions t join users u on u.id = t.customer_id
     where u.username = 'member1' and t.kind = 'payment' order by t.completed_at limit 1 offset ${own / 2}`,
  )
  return { world, service, session, clerk, manager, owner, details: rows[0]!.id, ...shop.rows[0]! }
}

type Measured = { path: (side: Side) => string; by?: Who }

/** How long the same call takes on both sides, in turns: the median of each. */
async function timesOf(
  short: Side,
  long: Side,
  { path, by = 'session' }: Measured,
): Promise<[number, number]> {
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
      if (turn >= callsEach / 10) measured.push(performance.now() - startedAt)
    }
  }
  return [median(times.get(short)!), median(times.get(long)!)]
}

async function compare(
  name: string,
  many: number,
  { short, long, ...asked }: { short: Side; long: Side } & Measured,
): Promise<Figure> {
  const [little, much] = await timesOf(short, long, asked)
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

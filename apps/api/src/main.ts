import { join } from 'node:path'
import { createGatherer } from '@shirogane/ledger'
import closeWithGrace from 'close-with-grace'
import { ConfigError } from './config/environment.ts'
import { type Config, loadConfig } from './config.ts'
import type { Context } from './context.ts'
import { findTooManyRights, serviceNeedsItsOwnUser } from './db/service-role.ts'
import { openPools, type Pools } from './db/pools.ts'
import { dbOf, transactor } from './db/sql.ts'
import { StandsStill } from './db/standstill.ts'
import { accessTokens, deriveSessionKeys, sessionChecks } from './features/auth/index.ts'
import { findLostBlock } from './features/books/index.ts'
import { openKeys, recordStart } from './features/keys/index.ts'
import { openCardDesk } from './gateways/card-desk.ts'
import { openGateways } from './gateways/index.ts'
import { openFolderStore } from './gateways/objects.ts'
import { openNotes } from './gateways/notes.ts'
import { buildApp } from './http/app.ts'
import { cookieReader } from './http/wire/cookies.ts'
import { rateLimits } from './http/rate-limits.ts'
import { listWork } from './jobs/jobs.ts'
import { noRuns, startRuns } from './jobs/record-runs.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startMessenger } from './jobs/messenger.ts'
import { startPusher } from './jobs/pusher.ts'
import type { Rounds } from './jobs/rounds.ts'
import { loopbackOf } from './lib/loopback.ts'
import { recent } from './lib/recent.ts'
import { findEpochNeeded, hasDemoData, hasOwner, hasShopsOfItsOwn } from './main-store.ts'
import { type Log, openLog } from './log.ts'
import { operations } from './generated/operations.ts'
import { startLiveEvents } from './realtime/live-events.ts'
import { startOutbox } from './realtime/outbox.ts'
import { startConsumers } from './consumers/index.ts'
import { listenForRevocations } from './realtime/revocations.ts'
import { userRoom } from './realtime/rooms.ts'
import { openSockets, type Sockets } from './realtime/sockets.ts'

const notifiedRefusalsMax = 1_000
const longListsMax = 1_000
/** What a job does may take as long as PostgreSQL lets a statement take, and its commit too. */
const jobPatienceMs = 60_000
const leaveMs = 2_000

export type RunningServer = {
  url: string
  port: number
  /** For tests and tools that work inside the process. */
  context: Context
  /** The workers, where they are called by hand. */
  work: Work
  /** Finishes what is in flight, tells what is left to tell, and lets go of the database. */
  close(): Promise<void>
}

type Work = {
  /** Tells, mails and rings what is due, until nothing is left. */
  rest(): Promise<void>
  /** What is done by timers, by the code of each job. */
  jobs: ReadonlyMap<string, () => Promise<unknown>>
}

/** Hears what is told to a room, whether anybody is in it or not. */
type Listener = (room: string, event: string, payload: unknown) => void

export type StartOptions = {
  /** No worker does anything by itself, and this one hears all that is told: for a process that is recorded. */
  manual?: Listener
  /** The clock of sessions and limits; tests move it. */
  now?: () => Date
  log?: Log
}

/** Serves the API, the sockets, the web app and the workers of one process. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? openLog(config.logLevel)
  const now = options.now ?? (() => new Date())
  const pools = openPools(config, log)
  try {
    return await start(config, { log, now, manual: options.manual ?? null, ...pools })
  } catch (error) {
    await pools.end()
    throw error
  }
}

type Parts = Pools & { log: Log; now: () => Date; manual: Listener | null }

async function start(config: Config, { log, now, manual, ...pools }: Parts): Promise<RunningServer> {
  const { pool, payments, relay, standstill } = pools
  const db = dbOf(pool)
  const transact = transactor(pool, standstill.isStanding)
  const tooMany = config.production ? await findTooManyRights(db) : null
  if (tooMany !== null) throw new ConfigError(`${tooMany}: ${serviceNeedsItsOwnUser}`)
  if (config.production && (await hasDemoData(db))) {
    throw new ConfigError(
      'This database holds the demo brand and its cast: production needs a database of its own.',
    )
  }
  if (config.demo && (await hasShopsOfItsOwn(db))) {
    throw new ConfigError(
      'This database holds shops of its own, and the demo shows everybody what it sends: set NODE_ENV=production, or take another database.',
    )
  }
  const epoch = await findEpochNeeded(db)
  if (epoch !== null) {
    throw new ConfigError(
      `This database counts its transactions from below where its books were chained, as one does that was filled from a dump. Stop it, run pg_resetwal --epoch=${epoch} on its data directory and start it again.`,
    )
  }
  const notes = openNotes(config)
  const lost = await findLostBlock(db, notes)
  if (lost !== null) {
    throw new ConfigError(
      `This database was taken back to a moment before its block ${lost.block} of the books was chained: run "npm run db:restored" as its owner before it is opened to anybody.`,
    )
  }
  if (config.production && !(await hasOwner(db))) {
    log.warn(
      { event: 'house_not_open' },
      'this brand has no owner yet: "npm run brand:open" with DATABASE_OWNER_URL opens it and lets the first one in',
    )
  }
  const { keys, trouble } = await openKeys(db, config)
  if (trouble !== null) {
    if (config.production) throw new ConfigError(trouble)
    log.warn({ event: 'secret_key_missing' }, trouble)
  }
  await recordStart(db, keys.id)
  const sessionKeys = deriveSessionKeys(config.sessionSecrets)
  const sessions = sessionChecks(db, accessTokens(sessionKeys, now), now)
  const gatherer = createGatherer(pool, payments)
  const pay: typeof gatherer.pay = (request) =>
    standstill.isStanding() ? Promise.reject(new StandsStill()) : gatherer.pay(request)
  const cards = await openCardDesk(config, { db, now, log })
  const gateways = openGateways(config, cards)
  const runs = manual ? noRuns : startRuns({ db, log, now })
  let outbox: Rounds | null = null
  let consumers: Rounds | null = null
  let messenger: Rounds | null = null
  let pusher: Rounds | null = null
  let live: Rounds | null = null
  let sockets: Sockets | null = null
  const context: Context = {
    config,
    pool,
    db,
    transact,
    standstill,
    now,
    isManual: manual !== null,
    log,
    runs,
    keys,
    sessionKeys,
    sessions,
    limits: rateLimits({ db, now, enabled: config.rateLimits }),
    objects: openFolderStore(join(config.dataDir, 'objects')),
    privateObjects: openFolderStore(join(config.dataDir, 'private')),
    notes,
    gatherer: { ...gatherer, pay },
    wakeOutbox: () => outbox?.wake(),
    gateways,
    wakeMessenger: () => messenger?.wake(),
    wakePusher: () => pusher?.wake(),
    wakeLive: () => live?.wake(),
    notifyRefused: (userId, event) => sockets?.emit(userRoom(userId), 'purchaseRefused', event),
    notifiedRefusals: recent(notifiedRefusalsMax),
    longLists: recent(longListsMax),
    guessers: new Map(),
  }

  const app = await buildApp(context, operations)
  await app.ready()
  const real = openSockets({ ctx: context, server: app.server, readCookie: cookieReader(config) })
  const opened = manual ? overheard(real, manual) : real
  sockets = opened
  const stopListening = await listenForRevocations({ url: config.databaseUrl, db, sessions, log, now })
  outbox = startOutbox(context, opened, dbOf(relay), () => consumers?.wake())
  const running = outbox
  consumers = startConsumers(context)
  const following = consumers
  const kept: Context = {
    ...context,
    db: dbOf(pool, { patienceMs: jobPatienceMs }),
    transact: (work, asking) => transact(work, { patienceMs: jobPatienceMs, ...asking }),
  }
  const timers = manual ? null : startJobs(kept)
  const jobs = listWork(kept)
  messenger = startMessenger(context)
  const carrying = messenger
  pusher = startPusher(context)
  const pushing = pusher
  live = startLiveEvents(context, opened)
  const notifying = live

  /** All that sends something out first, then what it was sent through. */
  async function stopWorkers(): Promise<void> {
    await running.stop()
    await following.stop()
    await carrying.stop()
    await pushing.stop()
    await notifying.stop()
    gateways.close()
    await timers?.stop()
    await runs.stop()
    await cards?.close()
    await opened.close()
    await stopListening()
  }

  async function rest(): Promise<void> {
    for (const rounds of [running, following, notifying, carrying, pushing]) await rounds.rest()
  }

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    // What a payment may take is over by then: a database that stands still does not hold up the shutdown.
    const late = setTimeout(pools.letGo, config.databasePatienceMs + leaveMs)
    // No new calls; those that run are answered, and their payments are committed, before anything beneath them ends.
    const closed = app.close()
    await gatherer.drain()
    await stopWorkers()
    await closed
    await pools.end()
    clearTimeout(late)
  }

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await stopWorkers()
    await app.close()
    throw error
  }
  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  const url = `http://${loopbackOf(config.host)}:${port}`
  cards?.announceTo(`${url}/v1/gateway/webhook`)
  log.info({ event: 'listening', url, port })
  return { url, port, context, work: { rest, jobs }, close: () => (closing ??= close()) }
}

function overheard(sockets: Sockets, observe: Listener): Sockets {
  return {
    ...sockets,
    mayObserve: () => true,
    emit(room, event, payload) {
      observe(room, event, payload)
      sockets.emit(room, event, payload)
    },
    send(namespace, room, event, payload) {
      observe(room, event, payload)
      sockets.send(namespace, room, event, payload)
    },
  }
}

if (import.meta.main) {
  try {
    const server = await startServer(loadConfig())
    closeWithGrace({ delay: 10_000 }, async ({ err }) => {
      if (err) server.context.log.error({ err, event: 'crash' })
      await server.close()
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

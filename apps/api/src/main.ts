import { join } from 'node:path'
import { createGatherer } from '@shirogane/ledger'
import closeWithGrace from 'close-with-grace'
import type pg from 'pg'
import { ConfigError } from './config/environment.ts'
import { type Config, loadConfig } from './config.ts'
import type { Context } from './context.ts'
import { findTooManyRights, serviceNeedsItsOwnUser } from './db/service-role.ts'
import { dbOf, openPool, transactor } from './db/sql.ts'
import { accessTokens, deriveKeys, deriveSessionKeys, sessionChecks } from './features/auth/index.ts'
import { findLostSeal } from './features/books/index.ts'
import { openCardDesk } from './gateways/card-desk.ts'
import { openGateways } from './gateways/index.ts'
import { openFolderStore } from './gateways/objects.ts'
import { openNotes } from './gateways/notes.ts'
import { buildApp } from './http/app.ts'
import { cookieReader } from './http/cookies.ts'
import { rateLimits } from './http/rate-limits.ts'
import { startKeeper } from './jobs/keeper.ts'
import { startMessenger } from './jobs/messenger.ts'
import { startPusher } from './jobs/pusher.ts'
import type { Rounds } from './jobs/rounds.ts'
import { loopbackOf } from './lib/loopback.ts'
import { recent } from './lib/recent.ts'
import { findEpochNeeded, hasDemoData, hasOwner, hasShopsOfItsOwn } from './main-store.ts'
import { type Log, openLog } from './log.ts'
import { operations } from './operations.ts'
import { startLiveEvents } from './realtime/live-events.ts'
import { startOutbox } from './realtime/outbox.ts'
import { listenForRevocations } from './realtime/revocations.ts'
import { userRoom } from './realtime/rooms.ts'
import { openSockets, type Sockets } from './realtime/sockets.ts'

const toldRefusalsMax = 1_000
const longListsMax = 1_000

export type RunningServer = {
  url: string
  port: number
  /** For tests and tools that work inside the process. */
  context: Context
  /** Finishes what is in flight, tells what is left to tell, and lets go of the database. */
  close(): Promise<void>
}

export type StartOptions = {
  /** The clock of sessions and limits; tests move it. */
  now?: () => Date
  log?: Log
}

/** Serves the API, the sockets, the web app and the workers of one process. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? openLog(config.logLevel)
  const now = options.now ?? (() => new Date())
  const onError = (error: Error) => log.warn({ err: error, event: 'database_connection' })
  const pool = openPool({ url: config.databaseUrl, max: config.databasePool, name: 'shirogane', onError })
  const payments = openPool({
    url: config.databaseUrl,
    max: 1,
    name: 'shirogane payments',
    onError,
    pipeline: true,
  })
  const relay = openPool({
    url: config.databaseUrl,
    max: 1,
    name: 'shirogane relay',
    onError,
    unwaited: true,
  })
  const pools = { pool, payments, relay }
  try {
    return await start(config, { log, now, ...pools })
  } catch (error) {
    await endAll(pools)
    throw error
  }
}

/** For everything, for batches of payments, and for what is noted while the world is told. */
type Pools = { pool: pg.Pool; payments: pg.Pool; relay: pg.Pool }
type Parts = Pools & { log: Log; now: () => Date }

async function endAll({ pool, payments, relay }: Pools): Promise<void> {
  await Promise.all([pool.end(), payments.end(), relay.end()])
}

async function start(config: Config, { log, now, ...pools }: Parts): Promise<RunningServer> {
  const { pool, payments, relay } = pools
  const db = dbOf(pool)
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
      `This database counts its transactions from below where its books were sealed, as one does that was filled from a dump. Stop it, run pg_resetwal --epoch=${epoch} on its data directory and start it again.`,
    )
  }
  const notes = openNotes(config)
  const lost = await findLostSeal(db, notes)
  if (lost !== null) {
    throw new ConfigError(
      `This database was taken back to a moment before its block ${lost.block} of the books was sealed: run "npm run db:restored" as its owner before it is opened to anybody.`,
    )
  }
  if (config.production && !(await hasOwner(db))) {
    log.warn(
      { event: 'house_not_open' },
      'this house has no owner yet: "npm run house:open" with DATABASE_OWNER_URL opens it and lets the first one in',
    )
  }
  const keys = deriveKeys(config.secretKey)
  const sessionKeys = deriveSessionKeys(config.sessionSecrets)
  const sessions = sessionChecks(db, accessTokens(sessionKeys, now), now)
  const gatherer = createGatherer(pool, payments)
  const cards = await openCardDesk(config, { db, now, log })
  const gateways = openGateways(config, cards)
  let outbox: Rounds | null = null
  let messenger: Rounds | null = null
  let pusher: Rounds | null = null
  let live: Rounds | null = null
  let sockets: Sockets | null = null
  const context: Context = {
    config,
    pool,
    db,
    transact: transactor(pool),
    now,
    log,
    keys,
    sessionKeys,
    sessions,
    limits: rateLimits({ db, now, enabled: config.rateLimits }),
    objects: openFolderStore(join(config.dataDir, 'objects')),
    privateObjects: openFolderStore(join(config.dataDir, 'private')),
    notes,
    gatherer,
    nudgeOutbox: () => outbox?.nudge(),
    gateways,
    nudgeMessenger: () => messenger?.nudge(),
    nudgePusher: () => pusher?.nudge(),
    nudgeLive: () => live?.nudge(),
    tellRefused: (userId, event) => sockets?.emit(userRoom(userId), 'purchaseRefused', event),
    toldRefusals: recent(toldRefusalsMax),
    longLists: recent(longListsMax),
    guessers: new Map(),
  }

  const app = await buildApp(context, operations)
  await app.ready()
  const opened = openSockets({ ctx: context, server: app.server, readCookie: cookieReader(config) })
  sockets = opened
  const stopListening = await listenForRevocations({ url: config.databaseUrl, db, sessions, log, now })
  outbox = startOutbox(context, opened, dbOf(relay))
  const running = outbox
  const keeper = startKeeper(context)
  messenger = startMessenger(context)
  const carrying = messenger
  pusher = startPusher(context)
  const pushing = pusher
  live = startLiveEvents(context, opened)
  const telling = live

  /** Whatever sends something out first, then what it was sent through. */
  async function stopWorkers(): Promise<void> {
    await running.stop()
    await carrying.stop()
    await pushing.stop()
    await telling.stop()
    gateways.close()
    await keeper.stop()
    await cards?.close()
    await opened.close()
    await stopListening()
  }

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    // No new calls; those that run are answered, and their payments are committed, before anything beneath them ends.
    const closed = app.close()
    await gatherer.drain()
    await stopWorkers()
    await closed
    await endAll(pools)
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
  return { url, port, context, close: () => (closing ??= close()) }
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
